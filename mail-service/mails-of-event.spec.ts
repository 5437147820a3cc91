import { expect, it } from 'vitest';
import { composeMail } from './compose.ts';
import { type EventLookups, mailOfEvent, shownHost, UnknownSite } from './mails-of-event.ts';

const ID = '0198c0de-0000-4000-8000-000000000001';
const lookups = (name: string | null): EventLookups => ({
  site: async () => (name === null ? null : { name, timeZone: 'Europe/Madrid' }),
  planUse: async () => ({ used: 0, limit: null }),
  endpointUrl: async () => null,
});
const qrs = Array.from({ length: 12 }, (_, n) => ({
  ...{ qrId: ID, rootQrId: ID, name: `QR ${n + 1}`, period: 1 },
  expiresAt: '2026-07-05T10:00:00.000Z',
}));
const event = { type: 'ExpiryWarned', data: { siteId: ID, tenantId: ID, qrs } } as const;

it.each([
  ['en', /^QR codes of Café end: July 5, 2026.* 12:00\sPM \(Europe\/Madrid\)$/, 'QR 1, QR 2', 'QR 10, and +2.'],
  [
    'es',
    /^Los códigos QR de Café terminan: 5 de julio de 2026.* 12:00 \(Europe\/Madrid\)$/,
    'QR 1, QR 2',
    'QR 10 y +2.',
  ],
] as const)('ending QRs are one mail to the business, in %s', async (language, subject, first, last) => {
  const mail = await mailOfEvent('1', event, lookups('Café'));
  expect(mail).toMatchObject({ id: 'event-1', kind: 'qr_expiring', to: { tenantId: ID } });
  const { kind, data } = mail ?? { kind: 'qr_expiring', data: {} };
  const to = { address: 'ana@shop.example', name: 'Ana' };
  const options = { product: 'PerkTree', publicUrl: 'https://perks.example', logo: null };
  const text = composeMail({ kind, language, to, data, token: null }, options);
  expect(text.subject).toMatch(subject);
  expect(text.text).toContain(first);
  expect(text.text).toContain(last);
  expect(text.text).toContain('https://perks.example/qr-management');
});

it('a mail that was queued without a time zone has times in UTC', () => {
  const data = { site: 'Café', qrs: 'One', others: '0', expiresAt: '2026-07-05T10:00:00.000Z' };
  const mail = {
    kind: 'qr_expiring',
    language: 'en',
    to: { address: 'ana@shop.example', name: null },
    data,
    token: null,
  } as const;
  const options = { product: 'PerkTree', publicUrl: 'https://perks.example', logo: null };
  expect(composeMail(mail, options).subject).toMatch(/ 10:00\sAM \(UTC\)$/);
});

it('waits for the read model to know the site', async () => {
  await expect(mailOfEvent('1', event, lookups(null))).rejects.toThrow(UnknownSite);
});

it('tells a business once a month that its redemptions are nearly used up, and of other limits once', async () => {
  const near = { ...lookups('Café'), planUse: async () => ({ used: 40, limit: 50 }) };
  const idOf = async (quota: 'redemptions' | 'activeQrs', until: string | null) => {
    const data = { tenantId: ID, quota, items: [{ id: ID, stream: 'a-1', until }] };
    return (await mailOfEvent('1', { type: 'QuotaReserved', data }, near))?.id;
  };
  const [november, december] = ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
  expect(await idOf('redemptions', november)).toBe(await idOf('redemptions', november));
  expect(await idOf('redemptions', december)).not.toBe(await idOf('redemptions', november));
  expect(await idOf('activeQrs', december)).toBe(await idOf('activeQrs', november));
});

it.each([
  ['https://hooks.acme.example/in/s3cret?key=s3cret', 'hooks.acme.example'],
  ['https://user:s3cret@acme-2026.example:8443/', 'acme-2026.example'],
  ['https://shop.acme.co.uk/', 'shop.acme.co.uk'],
  ['http://127.0.0.1:4000/hook', '127.0.0.1'],
  ['http://[::1]:4000/hook', '[::1]'],
  ['http://localhost:4000/', 'localhost'],
])('shows the host of %s alone', (url, host) => expect(shownHost(url)).toBe(host));

it.each([
  'https://eo3x9k2abc.m.bin.example/',
  'https://1a2b-203-0-113-7.tunnel.example/',
  'https://qwkzmvplrtyuabcd.bin.example/',
])('shows no host that may be a token: %s', (url) => expect(shownHost(url)).toBeNull());

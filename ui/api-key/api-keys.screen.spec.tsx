import type { ApiKeyAnswer } from '@perktree/contracts/api-key/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { v1Calls } from '@perktree/contracts/catalogue/v1';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { press, seeNoDialog, seeText } from '../testing/forms.ts';
import { openPublicPage } from '../testing/open-public-page.tsx';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { asOwner, SITE } from '../testing/shop.ts';

const ID = '00000000-0000-4000-8000-000000000041';
const KEY: ApiKeyAnswer = {
  ...{ id: ID, name: 'Till 1', scopes: ['redeem', 'payouts'], siteIds: null, prefix: 'pk_abcd' },
  ...{ createdAt: NOW.toISOString(), expiresAt: null, ipRanges: [], lastUsedAt: null, revokedAt: null },
};
const NEXT = { ...KEY, id: '00000000-0000-4000-8000-000000000042' };

beforeEach(() => {
  asOwner();
});
const named = (title: string) => page.getByRole('dialog', { name: title });
const button = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

it('an empty field for a date and time looks empty: Safari shows the current one in it', async () => {
  await openScreen('/api-keys');
  await button('Create API key');
  const field = named('Create API key').getByLabelText('Expires');
  /** Whether the style sheets make its text pale, for Safari and for other browsers. */
  const matches = () =>
    [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules] as CSSStyleRule[])
      .flatMap(({ selectorText = '' }) => /^(.*)::-webkit-date/.exec(selectorText)?.[1] ?? [])
      .map((selector) => field.element().matches(selector));
  expect(matches()).toEqual([true, true]);
  await field.fill('2027-01-01T10:00');
  expect(matches()).toEqual([false, false]);
});

it('makes a key, says which field is wrong, rotates and revokes it', async () => {
  await openScreen('/sites');
  await button('Open profile menu');
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  await expect.element(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
  await button('Create API key');
  const dialog = named('Create API key');
  const scope = (name: string) => dialog.getByRole('checkbox', { name, exact: true }).click();
  await dialog.getByLabelText('Name').fill('Till 1');
  await dialog.getByLabelText('Allowed networks').fill('127.0.0.1, here');
  await press('Create key', dialog);
  const wrong = 'Enter an IP address or a network such as 203.0.113.0/24.';
  await seeText(wrong, dialog);
  await dialog.getByLabelText('Allowed networks').fill('127.0.0.0/8, ::1');
  await scope('Redeem');
  await press('Create key', dialog);
  await seeText('Choose at least one.', dialog);
  for (const name of ['Redeem', 'Payouts']) await scope(name);
  await seeText('List and generate payouts, mark them as paid, cancel them', dialog);
  api.on(calls.createApiKey, () => {
    api.on(calls.listApiKeys, [KEY]);
    const { ipRanges: _, lastUsedAt: __, revokedAt: ___, ...made } = KEY;
    return { ...made, key: 'pk_once' };
  });
  await press('Create key', dialog);
  const shown = named('Your new API key');
  await seeText('pk_once', shown);
  expect(api.bodies(calls.createApiKey)).toMatchObject([
    { name: 'Till 1', scopes: ['redeem', 'payouts'], siteIds: null, ipRanges: ['127.0.0.0/8', '::1'] },
  ]);
  await press('I have copied the key', shown);
  await seeText('Redeem, Payouts · All sites');

  api.on(calls.rotateApiKey, () => {
    api.on(calls.listApiKeys, [NEXT, { ...KEY, expiresAt: '2026-07-02T10:00:00.000Z' }]);
    return { id: NEXT.id, key: 'pk_next' };
  });
  await button('Rotate Till 1');
  await press('Rotate key', page);
  await seeText('pk_next', shown);
  await press('I have copied the key', shown);
  await seeText(/^Ends Jul 2, 2026/);
  expect(api.params(calls.rotateApiKey)).toEqual([{ keyId: KEY.id }]);

  api.on(calls.revokeApiKey, () => {
    api.on(calls.listApiKeys, [{ ...NEXT, revokedAt: NOW.toISOString() }]);
    return undefined;
  });
  await button('Revoke Till 1');
  await press('Revoke key', page);
  await seeText(/^Revoked Jul 1, 2026/);
  expect(page.getByRole('button', { name: 'Rotate Till 1' }).query()).toBeNull();
  expect(api.params(calls.revokeApiKey)).toEqual([{ keyId: NEXT.id }]);
});

it('chooses scopes and pairs a device, on a phone in Spanish', async () => {
  await openScreen('/api-keys', { viewport: PHONE, language: 'es' });
  await button('Crear clave de API');
  const dialog = named('Crear clave de API');
  await expect.element(dialog.getByRole('group', { name: 'Esta clave puede' })).toBeVisible();
  await dialog.getByLabelText('Nombre').fill('Contabilidad');
  for (const name of ['Canjear', 'Leer códigos QR', 'Leer el libro de comisiones'])
    await dialog.getByRole('checkbox', { name, exact: true }).click();
  const { ipRanges: _, lastUsedAt: __, revokedAt: ___, ...made } = KEY;
  api.on(calls.createApiKey, { ...made, key: 'pk_once' });
  api.on(calls.listApiKeys, [{ ...KEY, name: 'Contabilidad', scopes: ['read:qrs', 'read:ledger'] }]);
  await press('Crear clave', dialog);
  expect(api.sent(calls.createApiKey)[0]?.body).toMatchObject({ scopes: ['read:qrs', 'read:ledger'] });
  await button('He copiado la clave');
  await seeText('Leer códigos QR, Leer el libro de comisiones · Todos los sitios');

  await button('Emparejar un dispositivo');
  const pairing = named('Emparejar un dispositivo');
  await pairing.getByLabelText('Nombre del dispositivo').fill('Quiosco');
  await press('Mostrar código QR', pairing);
  await seeText('Elige un sitio.', pairing);
  await pairing.getByRole('combobox', { name: 'Sitio' }).click();
  await page.getByRole('option', { name: SITE.name }).click();
  const pairingUrl = 'https://shop.example/pair-device#token';
  api.on(calls.openDevicePairing, { pairingUrl, token: 'token', expiresAt: '2026-07-01T10:10:00.000Z' });
  await press('Mostrar código QR', pairing);
  await expect.element(pairing.getByRole('img', { name: 'Código QR que empareja un dispositivo' })).toBeVisible();
  await seeText(pairingUrl, pairing);
  expect(api.sent(calls.openDevicePairing)).toMatchObject([{ params: { siteId: SITE.id }, body: { name: 'Quiosco' } }]);
  expect(overflow()).toEqual([]);
  await press('Listo', pairing);
  await seeNoDialog();
});

it('the device takes its key, once', async () => {
  signIn(null);
  const used = 'This pairing code is invalid, used or expired.';
  api.on(v1Calls.v1AcceptDevicePairing, { key: 'pk_device', siteId: SITE.id, scopes: ['redeem'] });
  await openPublicPage('/pair-device#token-1');
  await button('Pair device');
  await seeText('This device is paired. Put this key into the program');
  expect([location.hash, document.body.innerText.includes('pk_device')]).toEqual(['', true]);
  api.on(v1Calls.v1AcceptDevicePairing, refusal(400, used, 'DEVICE_PAIRING_INVALID'));
  await openPublicPage('/pair-device#token-1');
  await button('Pair device');
  await seeText(used);
  expect(api.sent(v1Calls.v1AcceptDevicePairing).map(({ params }) => params.token)).toEqual(['token-1', 'token-1']);
});

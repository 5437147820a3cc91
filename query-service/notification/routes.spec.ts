import { afterAll, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const SOON = '2026-03-11T12:00:00.000Z';
const day = (n: number) => `2026-03-0${n}T12:00:00.000Z`;
const qr = (name: string, more: object = {}) => ({
  ...{ qr_id: uuid(name), root_qr_id: uuid(name), name, expires_at: SOON },
  ...{ customer_token: `c-${name}`, distributor_token: `d-${name}` },
  ...more,
});
const told = (kind: string, at: string, more: object = {}) => ({ notification_id: `${kind} ${at}`, kind, at, ...more });
const ending = (name: string, at: string) =>
  told('qr_expiring', at, { ...{ notification_id: `ending ${name}`, qr_id: uuid(name), period: 1, expires_at: SOON } });
const rig = await startRig();
await seed(rig.pool, 'sites', {});
const child = { parent_qr_id: uuid('own'), root_qr_id: uuid('own'), depth: 1 };
await seed(
  rig.pool,
  'qrs',
  qr('own', { owner_id: 'dora', claimed_at: day(2) }),
  qr('child', { ...child, owner_id: 'emil', claimed_at: day(4) }),
  qr('sold before', child),
  qr('own child', { ...child, owner_id: 'dora', claimed_at: day(3) }),
  qr('ends'),
  qr('out of use', { is_active: false }),
  qr('reissued', { period: 2 }),
  qr('renews', { renewal_policy: 'auto_reissue_on_expire' }),
  qr('below', { root_qr_id: uuid('renews'), parent_qr_id: uuid('renews'), depth: 1 }),
);
await seed(
  rig.pool,
  'notifications',
  told('qr_claimed', day(2), { qr_id: uuid('own'), person_id: 'dora' }),
  told('qr_claimed', day(1), { qr_id: uuid('sold before'), person_id: 'erased' }),
  told('qr_claimed', day(3), { qr_id: uuid('own child'), person_id: 'dora' }),
  told('qr_claimed', day(4), { qr_id: uuid('child'), person_id: 'emil' }),
  told('qr_full', day(5), { qr_id: uuid('own'), count: 3 }),
  told('qr_full', day(1), { notification_id: 'before the claim', qr_id: uuid('own'), count: 3 }),
  ...['ends', 'out of use', 'reissued', 'renews', 'below'].map((name) => ending(name, day(6))),
  ending('own', day(7)),
  told('payout_due', day(8), { count: 2, amount_minor: 3_000n, currency: 'EUR' }),
  told('payout_paid', day(9), { user_id: 'dora', amount_minor: 1_000n, currency: 'EUR' }),
  told('staff_joined', '2026-03-10T12:00:00.001Z', { person_id: 'sam' }),
  told('qr_full', day(9), { notification_id: 'of another business', tenant_id: uuid('rival tenant') }),
);
afterAll(() => rig.close());

const list = (as: string) => rig.get('/api/me/notifications', as);
const kinds = (answer: { json(): readonly { kind: string; qrName: string | null }[] }) =>
  answer.json().map(({ kind, qrName }) => (qrName === null ? kind : `${kind} ${qrName}`));

it('answers an owner what happened to the business, newest first, with names and the zone of the site', async () => {
  const answer = await list('owner');
  expect(kinds(answer)).toEqual([
    ...['staff_joined', 'payout_due', 'qr_expiring own', 'qr_expiring ends', 'qr_full own', 'qr_claimed child'],
    ...['qr_claimed own child', 'qr_claimed own', 'qr_claimed sold before', 'qr_full own'],
  ]);
  expect(answer.json()[0]).toMatchObject({ personName: 'Name of sam', siteName: 'Café', timeZone: 'UTC' });
  expect(answer.json()[1]).toMatchObject({ count: 2, amount: '30.00', currency: 'EUR', personName: null });
  expect(answer.json()[3]).toMatchObject({ qrId: uuid('ends'), expiresAtUtc: SOON });
  expect(answer.json()[8].personName).toBe('Deleted user');
});

it('marks as read what happened until the time that the account has kept', async () => {
  // Of the owner, it is `NOW`.
  expect(NOW < '2026-03-10T12:00:00.001Z').toBe(true);
  expect((await list('owner')).json().map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
    false,
    ...Array.from({ length: 9 }, () => true),
  ]);
  expect((await list('dora')).json().every(({ isRead }: { isRead: boolean }) => !isRead)).toBe(true);
});

it('answers a distributor their payouts, their QRs and claims below them, from their own claim on and without names', async () => {
  const answer = await list('dora');
  expect(kinds(answer)).toEqual(['payout_paid', 'qr_expiring own', 'qr_full own', 'qr_claimed child']);
  expect(answer.json().every(({ personName }: { personName: string | null }) => personName === null)).toBe(true);
  expect(kinds(await list('emil'))).toEqual([]);
});

it('shows no other business, and refuses other roles', async () => {
  expect((await list('rival')).json()).toMatchObject([{ id: 'of another business' }]);
  for (const role of ['sam', 'carla', 'admin']) expect((await list(role)).statusCode).toBe(403);
});

it('pages', async () => {
  const { items } = await rig.pages('/api/me/notifications', 'owner', 4);
  expect(items).toEqual((await list('owner')).json());
});

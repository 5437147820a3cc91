import { afterAll, beforeAll, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { type Rig, startRig } from '../testing/rig.ts';

const SOON = '2026-03-11T12:00:00.000Z';
const qr = (name: string, expires_at: string, more: object = {}) => ({
  ...{ qr_id: uuid(name), root_qr_id: uuid(name), name, expires_at },
  ...{ customer_token: `c-${name}`, distributor_token: `d-${name}` },
  ...more,
});
const warned = (name: string, expires_at: string) => ({
  ...{ warning_id: `${uuid(name)}:1`, qr_id: uuid(name), period: 1, tenant_id: uuid('tenant'), expires_at },
});

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await seed(rig.pool, 'sites', {});
  const rows = [
    qr('tomorrow', SOON),
    qr('yesterday', '2026-03-09T12:00:00.000Z'),
    qr('last month', '2026-02-09T12:00:00.000Z'),
    qr('out of use', SOON, { is_active: false }),
    qr('reissued', SOON, { period: 2 }),
    qr('renews', SOON, { renewal_policy: 'auto_reissue_on_expire' }),
    qr('below', SOON, { root_qr_id: uuid('renews'), parent_qr_id: uuid('renews'), depth: 1 }),
  ];
  await seed(rig.pool, 'qrs', ...rows, qr('not warned of', SOON));
  await seed(rig.pool, 'expiry_warnings', ...rows.map(({ name, expires_at }) => warned(name, expires_at)));
});
afterAll(() => rig.close());

it('answers the owner what ends soon or has ended, and still does not renew', async () => {
  const answer = await rig.get('/api/me/ending-qrs', 'owner');
  expect(answer.json()).toMatchObject([
    { name: 'yesterday', siteName: 'Café', expiresAtUtc: '2026-03-09T12:00:00.000Z' },
    { name: 'tomorrow' },
  ]);
  expect((await rig.get('/api/me/ending-qrs', 'rival')).json()).toEqual([]);
  expect((await rig.get('/api/me/ending-qrs', 'dora')).statusCode).toBe(403);
});

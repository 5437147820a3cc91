import { afterAll, expect, it } from 'vitest';
import { seed, uuid } from '../../testing/read-models.ts';
import { startRig } from '../../testing/rig.ts';

const SITE = `/api/sites/${uuid('site')}`;
const rig = await startRig();
const { pool } = rig;
const fixed = { benefit_type: 'DISCOUNT_FIXED', discount_percent: null, discount_fixed_amount: 1234.5 };
await seed(pool, 'sites', {});
await seed(
  pool,
  'qrs',
  { ...fixed, owner_id: 'dora' },
  { qr_id: uuid('other'), customer_token: 'c', distributor_token: 'd' },
);
await seed(pool, 'scans', fixed, { scan_id: uuid('other') });
await seed(
  pool,
  'redemptions',
  { sale_minor: 123_450n },
  { redemption_id: uuid('other'), sale_minor: 10_000n },
  { redemption_id: uuid('reversed'), sale_minor: 99_999n, reversed_minor: 777n },
);
await seed(
  pool,
  'ledger_entries',
  { amount_minor: 123_450n },
  { entry_id: uuid('other'), amount_minor: 1n, distributor_id: 'emil' },
  { entry_id: uuid('taken back'), amount_minor: -777n, distributor_id: 'emil' },
);
await seed(
  pool,
  'earnings',
  { earned_minor: 123_450n },
  { earnings_id: 'other', distributor_id: 'emil', earned_minor: 1n },
);
await seed(pool, 'payouts', { amount_minor: 123_450n }, { payout_id: uuid('other') });
afterAll(() => rig.close());

const AS_SHOWN = ['€1,234.50', '1,234.50', '1.234,50\u00a0€', '1.234,50', '1234,50', '1234.5', '1234,50 €'];

it.each([
  ['owner', `${SITE}/qrs`],
  ['owner', `${SITE}/qrs/labels`],
  ['dora', '/api/distributors/me/qrs'],
  ['carla', '/api/me/scans'],
  ['owner', `${SITE}/redemptions`],
  ['owner', '/api/staff/validations'],
  ['owner', '/api/distributors/me/ledger'],
  ['dora', '/api/distributors/me/ledger'],
  ['owner', `${SITE}/balances`],
  ['owner', `${SITE}/top-distributors`],
  ['owner', `${SITE}/payouts`],
  ['owner', '/api/distributors/me/payouts'],
])('finds an amount as it is shown: %s, %s', async (as, path) => {
  for (const amount of AS_SHOWN) {
    const { body, headers } = await rig.get(`${path}?q=${encodeURIComponent(amount)}`, as);
    expect([amount, headers['x-total-count'], body.slice(0, 200)]).toEqual([amount, '1', expect.any(String)]);
  }
});

it.each(['-€7.77', '−7,77 €', '-7.77'])('finds an amount that was taken back: %s', async (amount) => {
  const { headers } = await rig.get(`/api/distributors/me/ledger?q=${encodeURIComponent(amount)}`, 'owner');
  expect(headers['x-total-count']).toBe('1');
});

it('finds a redemption by what was reversed of it', async () => {
  const { headers } = await rig.get(`${SITE}/redemptions?q=${encodeURIComponent('7,77 €')}`, 'owner');
  expect(headers['x-total-count']).toBe('1');
});

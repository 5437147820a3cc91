import { afterAll, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const [YESTERDAY, TOMORROW] = ['2026-03-09T12:00:00.000Z', '2026-03-11T12:00:00.000Z'];
const rig = await startRig();
const redemption = (name: string, more: object) => ({
  ...{ redemption_id: uuid(name), redeemed_at: YESTERDAY, qr_name: name },
  ...more,
});
await seed(rig.pool, 'sites', {});
await seed(
  rig.pool,
  'redemptions',
  redemption('confirmed', { sale_minor: 2_550n }),
  redemption('waiting', { confirmed_via: 'self', awaiting_until: TOMORROW }),
  redemption('lapsed', { confirmed_via: 'self', awaiting_until: YESTERDAY }),
);
afterAll(() => rig.close());

it('a CSV has the default amounts of what staff did not confirm apart from the sales, so that each column sums', async () => {
  const [titles = '', ...rows] = await rig.csv(`/api/sites/${uuid('site')}/redemptions`, 'owner');
  const column = (title: string) => titles.split(',').indexOf(title);
  const amounts = rows.map((row) =>
    ['QR', 'Sale amount', 'Expected sale amount'].map((title) => row.split(',')[column(title)]),
  );
  expect(amounts.toSorted()).toEqual([
    ['confirmed', '25.50', ''],
    ['lapsed', '', '100.00'],
    ['waiting', '', '100.00'],
  ]);
});

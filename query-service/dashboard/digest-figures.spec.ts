import type { DigestReader } from '@perktree/contracts/dashboard/weekly-digest';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { afterAll, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';
import { digestFigures } from './digest-figures.ts';

const WEEK = { from: '2026-03-02', to: '2026-03-08' };
const MONDAY = new Date('2026-03-09T08:00:00.000Z');
const owner: DigestReader = { userId: 'owner', tenantId: uuid('tenant'), isDistributor: false };
const dora: DigestReader = { userId: 'dora', tenantId: null, isDistributor: true };
const rig = await startRig();
const site = (n: number) => ({ site_id: uuid(`site ${n}`), name: `Site ${n}` });
await seed(rig.pool, 'sites', {}, ...[1, 2, 3, 4, 5, 6].map(site), {
  site_id: uuid('foreign'),
  tenant_id: uuid('rival tenant'),
});
// Ten per cent of each sale.
const day = (id: string, date: string, scans: number, redemptions: number, commission_minor: bigint) => ({
  ...{
    activity_id: id,
    quarter_hour: `${date}T12:00:00.000Z`,
    scans,
    redemptions,
    commission_minor,
    sales_minor: 10n * commission_minor,
  },
});
await seed(
  rig.pool,
  'daily_activity',
  { ...day('1', '2026-03-02', 6, 2, 2_000n), currency: 'EUR' },
  { ...day('2', '2026-03-08', 4, 1, 500n), currency: 'USD' },
  { ...day('3', '2026-03-05', 3, 0, 0n), currency: null },
  // Before and after the week.
  { ...day('4', '2026-03-01', 100, 90, 9_000n), currency: 'EUR' },
  { ...day('5', '2026-03-09', 100, 90, 9_000n), currency: 'EUR' },
  {
    ...day('6', '2026-03-05', 7, 7, 7_700n),
    site_id: uuid('foreign'),
    tenant_id: uuid('rival tenant'),
    qr_id: uuid('foreign qr'),
  },
  ...[1, 2, 3, 4, 5].map((n) => ({
    ...{ ...day(`n${n}`, '2026-03-04', n, 0, 0n), site_id: site(n).site_id, currency: null },
  })),
);
await seed(
  rig.pool,
  'flags',
  { last_seen_at: '2026-03-05T12:00:00.000Z' },
  { flag_id: uuid('old flag'), last_seen_at: '2026-02-05T12:00:00.000Z' },
  { flag_id: uuid('unmet flag'), last_seen_at: null },
);
await seed(rig.pool, 'qrs', { owner_id: 'dora' });
await seed(
  rig.pool,
  'ledger_entries',
  // Of a QR that is no longer hers, with a part taken back.
  { created_at: '2026-03-03T00:00:00.000Z', amount_minor: 123n },
  {
    ...{ entry_id: uuid('back'), created_at: '2026-03-04T00:00:00.000Z', amount_minor: -23n },
    reverses_entry_id: uuid('entry'),
  },
  { entry_id: uuid('old'), created_at: '2026-02-03T00:00:00.000Z', amount_minor: 900n },
);
await seed(rig.pool, 'earnings', { earned_minor: 1_000n, paid_minor: 400n });
afterAll(() => rig.close());

it('sums the week of a business by site and currency, and names the sites with most redemptions', async () => {
  const quiet = (n: number) => ({ name: `Site ${n}`, scans: n, redemptions: 0, amounts: [] });
  expect(await digestFigures(rig.reading, owner, WEEK, MONDAY)).toEqual({
    ...{ ...WEEK, timeZone: 'UTC' },
    business: {
      sites: [
        {
          ...{ name: 'Café', scans: 13, redemptions: 3 },
          amounts: [
            { currency: 'EUR', sales: '200.00', commission: '20.00' },
            { currency: 'USD', sales: '50.00', commission: '5.00' },
          ],
        },
        ...[5, 4, 3, 2].map(quiet),
      ],
      otherSites: 1,
      flags: 1,
    },
    distributor: null,
  });
});

it('sums what a distributor has earned in the week, with what is owed now', async () => {
  expect(await digestFigures(rig.reading, dora, WEEK, MONDAY)).toEqual({
    ...{ ...WEEK, timeZone: 'UTC' },
    business: null,
    distributor: {
      redemptions: 4,
      commission: [{ currency: 'EUR', amount: '1.00' }],
      owed: [{ currency: 'EUR', amount: '6.00' }],
    },
  });
});

it('has nothing to say of a week in which nothing happened', async () => {
  const before = { from: '2025-03-03', to: '2025-03-09' };
  for (const reader of [owner, dora, { ...owner, isDistributor: true }]) {
    expect(await digestFigures(rig.reading, reader, before, MONDAY)).toBeNull();
  }
});

it('is about the days of the zone of the business, once its week is over', async () => {
  const configuration = JSON.stringify({ ...DEFAULT_SITE_CONFIGURATION, timeZone: 'Pacific/Honolulu' });
  await seed(
    rig.pool,
    'sites',
    { site_id: uuid('beach'), tenant_id: uuid('island'), configuration },
    { site_id: uuid('hill'), tenant_id: uuid('island'), configuration },
  );
  const activity = (id: string, quarter_hour: string) => ({
    ...{ activity_id: id, site_id: uuid('beach'), tenant_id: uuid('island'), qr_id: uuid(id), quarter_hour, scans: 1 },
  });
  await seed(
    rig.pool,
    'daily_activity',
    activity('before the week', '2026-03-02T09:45:00.000Z'),
    activity('first', '2026-03-02T10:00:00.000Z'),
    activity('last', '2026-03-09T09:45:00.000Z'),
    activity('after the week', '2026-03-09T10:00:00.000Z'),
  );
  const island = { ...owner, tenantId: uuid('island') };
  const at = (now: string) => digestFigures(rig.reading, island, WEEK, new Date(now));
  expect(await at('2026-03-09T09:59:59.999Z')).toBe('not_over');
  expect(await at('2026-03-09T10:00:00.000Z')).toMatchObject({
    timeZone: 'Pacific/Honolulu',
    business: { sites: [{ scans: 2 }] },
  });
});

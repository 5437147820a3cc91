import { dashboardAnswer, siteStatsAnswer } from '@perktree/contracts/dashboard/calls';
import { standingAnswer } from '@perktree/contracts/distributor/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { afterAll, describe, expect, it } from 'vitest';
import { NOW, seed, sumActivity, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';
import { daysBetween } from './days.ts';
import { trendOf } from './query.ts';

/** It is 2026-03-10. With days=3: 8, 9, 10 March, and before them 5, 6, 7 March. */
const rig = await startRig();
await seed(
  rig.pool,
  'sites',
  { created_at: '2026-03-01T00:00:00.000Z' },
  { site_id: uuid('new'), created_at: '2026-03-09T00:00:00.000Z' },
  { site_id: uuid('closed'), is_active: false },
  { site_id: uuid('other'), tenant_id: uuid('rival tenant') },
);
await seed(rig.pool, 'site_staff', {});
const child = { root_qr_id: uuid('qr'), parent_qr_id: uuid('qr'), depth: 1 };
await seed(
  rig.pool,
  'qrs',
  { owner_id: 'dora', total_scans: 5, total_redemptions: 2 },
  { ...child, qr_id: uuid('child'), customer_token: 'c2', distributor_token: 'd2', owner_id: 'emil' },
);
const day = (id: string, date: string, scans: number, redemptions: number, commission_minor: bigint) => ({
  activity_id: id,
  quarter_hour: `${date}T12:00:00.000Z`,
  scans,
  redemptions,
  commission_minor,
});
const rival = { site_id: uuid('other'), tenant_id: uuid('rival tenant'), qr_id: uuid('foreign') };
await seed(
  rig.pool,
  'daily_activity',
  { ...day('1', '2026-03-10', 6, 2, 2_000n), currency: 'EUR' },
  { ...day('2', '2026-03-08', 3, 1, 1_000n), qr_id: uuid('child') },
  { ...day('3', '2026-03-08', 1, 0, 0n), currency: null },
  { ...day('4', '2026-03-07', 4, 1, 500n) },
  { ...day('5', '2026-03-04', 100, 50, 9_900n) },
  { ...day('6', '2026-03-10', 7, 7, 7_700n), ...rival, currency: 'USD' },
);
await sumActivity(rig.pool);
await seed(
  rig.pool,
  'ledger_entries',
  { source_qr_id: uuid('qr'), created_at: '2026-03-08T00:00:00.000Z', amount_minor: 123n },
  { entry_id: uuid('e2'), source_qr_id: uuid('qr'), created_at: '2026-03-07T23:59:59.999Z', amount_minor: 45n },
  { entry_id: uuid('e3'), distributor_id: 'emil', created_at: NOW, amount_minor: 999n },
);
await seed(
  rig.pool,
  'earnings',
  { earned_minor: 168n },
  { earnings_id: '2', distributor_id: 'left', earned_minor: 500n },
);
await seed(
  rig.pool,
  'scans',
  { scan_id: uuid('s1'), scanned_at: '2026-03-09T10:00:00.000Z', redeemed_at: NOW, qr_name: 'one' },
  { scan_id: uuid('s2'), scanned_at: '2026-03-06T10:00:00.000Z', qr_id: uuid('child'), qr_name: 'two' },
  { scan_id: uuid('s3'), ...rival, scanned_at: '2026-03-10T10:00:00.000Z', customer_id: null, qr_name: 'three' },
);
await seed(
  rig.pool,
  'redemptions',
  {},
  { redemption_id: uuid('r2'), confirmed_by: 'owner', is_wholly_reversed: true, redeemed_at: NOW },
  { redemption_id: uuid('r3'), confirmed_by: 'carla', confirmed_via: 'self' },
  { redemption_id: uuid('r4'), ...rival, confirmed_by: 'rival' },
);
afterAll(() => rig.close());

const dashboard = async (as: string) => dashboardAnswer.parse((await rig.get('/api/me/dashboard?days=3', as)).json());

it('gives a conversion rate of at most 100 %: redemptions can be of scans made before the period', () => {
  const day = '2026-03-10';
  const row = { day, scans: 33, redemptions: 35, commission: 0n, currency: 'EUR' };
  const { conversionRate } = trendOf([row], daysBetween('2026-03-09', day, 'UTC', 1));
  expect(conversionRate).toBe(100);
});

describe('GET /api/me/dashboard', () => {
  it('is about the tenant for its owner: totals, the period before, a series without gaps', async () => {
    const euros = (commission: string) => ({ commission, byCurrency: [{ currency: 'EUR', commission }] });
    expect(await dashboard('owner')).toEqual({
      ...{ totalScans: 10, redemptions: 3, conversionRate: 30, commissionEarned: '30.00' },
      ...{ currency: 'EUR', timeZone: 'UTC', activeSites: 2 },
      byCurrency: [
        {
          ...{ currency: 'EUR', redemptions: 3, commissionEarned: '30.00' },
          previous: { redemptions: 1, commissionEarned: '5.00' },
        },
      ],
      previous: { totalScans: 4, redemptions: 1, conversionRate: 25, commissionEarned: '5.00', activeSites: 1 },
      series: [
        { date: '2026-03-08', scans: 4, redemptions: 1, ...euros('10.00') },
        { date: '2026-03-09', scans: 0, redemptions: 0, commission: '0.00', byCurrency: [] },
        { date: '2026-03-10', scans: 6, redemptions: 2, ...euros('20.00') },
      ],
    });
  });

  it('covers a distributor’s QRs and their descendants, with the distributor’s own commission', async () => {
    expect(await dashboard('dora')).toMatchObject({
      totalScans: 10,
      commissionEarned: '1.23',
      activeSites: 1,
      previous: { totalScans: 4, commissionEarned: '0.45' },
    });
    // One of the redemptions was of a QR that is no longer his.
    expect(await dashboard('emil')).toMatchObject({ totalScans: 4, redemptions: 2, commissionEarned: '9.99' });
  });

  it('shows staff no commission, and customers their own scans', async () => {
    expect(await dashboard('sam')).toMatchObject({ totalScans: 10, commissionEarned: '0.00', activeSites: 1 });
    expect(await dashboard('carla')).toMatchObject({
      totalScans: 1,
      redemptions: 1,
      conversionRate: 100,
      previous: { totalScans: 1, redemptions: 0 },
    });
  });

  it('shows superadmins all, every currency by itself, the one with most redemptions first', async () => {
    expect(await dashboard('admin')).toMatchObject({
      ...{ totalScans: 17, currency: 'USD', commissionEarned: '77.00' },
      byCurrency: [
        { currency: 'USD', redemptions: 7, commissionEarned: '77.00', previous: { commissionEarned: '0.00' } },
        { currency: 'EUR', redemptions: 3, commissionEarned: '30.00', previous: { commissionEarned: '5.00' } },
      ],
    });
  });

  it('defaults to 30 days, and refuses malformed values', async () => {
    expect((await rig.get('/api/me/dashboard', 'owner')).json()).toMatchObject({ totalScans: 114 });
    for (const days of ['0', '367', 'x']) {
      expect((await rig.get(`/api/me/dashboard?days=${days}`, 'owner')).statusCode).toBe(400);
    }
  });
});

it.each([
  ['owner', ['one', 'two']],
  ['admin', ['three', 'one', 'two']],
  ['dora', ['one', 'two']],
  ['emil', ['two']],
  ['carla', ['one', 'two']],
  ['sam', ['one', 'two']],
])('newest scans are those of the active role: %s', async (as, names) => {
  const scans = (await rig.get('/api/me/activity', as)).json();
  expect(scans.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(scans.find(({ name }: { name: string }) => name === 'one')?.isRedeemed ?? true).toBe(true);
});

it.each(['owner', 'admin', 'dora', 'carla', 'sam'])('newest scans come in pages: %s', async (as) => {
  const whole = (await rig.get('/api/me/activity', as)).json();
  const paged: unknown[] = [];
  for (let cursor = ''; ; ) {
    const page = await rig.get(`/api/me/activity?limit=1${cursor}`, as);
    paged.push(...page.json());
    const next = page.headers['x-next-cursor'];
    if (next === undefined) break;
    cursor = `&cursor=${next}`;
  }
  expect(paged).toEqual(whole);
});

const stats = async () =>
  siteStatsAnswer.parse((await rig.get(`/api/sites/${uuid('site')}/stats?days=3`, 'owner')).json());

describe('reports of a site', () => {
  const site = (path: string) => `/api/sites/${uuid('site')}/${path}`;

  it('have its distributors, those who earned most first', async () => {
    const row = { isBlocked: false, currency: 'EUR' };
    const left = { distributorId: 'left', name: 'Name of left', qrs: 0, scans: 0, redemptions: 0, commission: '5.00' };
    const dora = { distributorId: 'dora', name: 'Name of dora', qrs: 1, scans: 5, redemptions: 2, commission: '1.68' };
    expect((await rig.get(site('top-distributors'), 'owner')).json()).toEqual([
      { ...left, ...row },
      { ...dora, ...row },
      expect.objectContaining({ distributorId: 'emil', commission: '0.00' }),
    ]);
    const file = await rig.get(site('top-distributors'), 'owner', { accept: 'text/csv' });
    expect(file.body).toContain('QRs claimed now,Scans of these QRs,Redemptions of these QRs,Commission of all time');
    expect(file.body).toContain('left,Name of left,0,0,0,5.00');
  });

  it('show a distributor its own rank and figures, and nothing of the others', async () => {
    const standings = async (as: string) => (await rig.get('/api/distributors/me/standings', as)).json();
    const found = (await standings('dora')).map((row: unknown) => standingAnswer.parse(row));
    const own = { siteId: uuid('site'), qrs: 1, scans: 5, redemptions: 2, commission: '1.68', currency: 'EUR' };
    expect(found).toEqual([{ ...own, siteName: expect.any(String), rank: 2, distributors: 3 }]);
    expect(await standings('emil')).toMatchObject([{ rank: 3, distributors: 3, commission: '0.00' }]);
    expect((await rig.get('/api/distributors/me/standings', 'owner')).statusCode).toBe(403);
  });

  it('have its figures', async () => {
    expect(await stats()).toMatchObject({ totalScans: 10, commissionEarned: '30.00', previous: { totalScans: 4 } });
  });
});

describe('the time zone of the days', () => {
  const setZone = (siteName: string, timeZone: string) =>
    rig.pool.query('UPDATE read_models.sites SET configuration = $2 WHERE site_id = $1', [
      ...[uuid(siteName), JSON.stringify({ ...DEFAULT_SITE_CONFIGURATION, timeZone })],
    ]);

  it('is the one of the site, and of a business whose sites have the same; else UTC', async () => {
    await setZone('site', 'Pacific/Auckland');
    // It is noon on 10 March in UTC, and 1:00 on 11 March there: noon of a day in UTC is the day after.
    const ofSite = await stats();
    expect(ofSite).toMatchObject({ timeZone: 'Pacific/Auckland', totalScans: 10 });
    expect(ofSite.series.map(({ date, scans }) => [date, scans])).toEqual([
      ['2026-03-09', 4],
      ['2026-03-10', 0],
      ['2026-03-11', 6],
    ]);
    expect(await dashboard('sam')).toMatchObject({ timeZone: 'Pacific/Auckland' });
    expect(await dashboard('owner')).toMatchObject({ timeZone: 'UTC' });
    for (const other of ['new', 'closed']) await setZone(other, 'Pacific/Auckland');
    const { timeZone, series } = await dashboard('owner');
    expect([timeZone, series]).toEqual(['Pacific/Auckland', ofSite.series]);
    expect(await dashboard('dora')).toMatchObject({ timeZone: 'Pacific/Auckland', totalScans: 10 });
    expect(await dashboard('carla')).toMatchObject({ timeZone: 'Pacific/Auckland' });
    expect(await dashboard('admin')).toMatchObject({ timeZone: 'UTC' });
  });
});

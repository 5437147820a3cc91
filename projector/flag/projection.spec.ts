import type { EventData } from '@perktree/contracts/catalogue/events';
import { FLAG_RULES, flagEvidenceSchema, MAX_EVIDENCE } from '@perktree/contracts/flag/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOON, redeemed, SITE, uuid } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { flags } from './projection.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const after = (ms: number) => new Date(Date.parse(NOON) + ms).toISOString();

type Changes = Partial<EventData<'BenefitRedeemed'>>;
type Events = Parameters<typeof rowsAfter>[1];
/** Redemptions by staff `sam`, each by another customer; tests override fields. */
const redemption = (index: number, ms: number, changes: Changes = {}) => ({
  ...redeemed(`r${index}`, 'root', {
    ...{ confirmedVia: 'code', confirmedBy: 'sam', customerId: `customer ${index}` },
    ...changes,
  }),
  at: after(ms),
});
const series = (count: number, everyMs: number, changes: Changes = {}) =>
  Array.from({ length: count }, (_, index) => redemption(index, index * everyMs, changes));
const at = (times: readonly number[], changes: (n: number) => Changes) =>
  times.map((ms, n) => redemption(n, ms, changes(n)));

const rowsOf = (kind: string, events: Events) => rowsAfter(flags, events).filter((row) => row.kind === kind);
const flaggedOf = (kind: string, events: Events) => rowsOf(kind, events).filter((row) => row.first_seen_at !== null);
/** Rows in memory have it parsed. */
const evidenceOf = (row: { evidence: unknown } | undefined) => flagEvidenceSchema.parse(row?.evidence ?? []);
const NO_SUBJECT = { staff_id: null, customer_id: null, device_id: null, network_id: null };

const deviceId = uuid('device');
const networkId = uuid('network');
const cora = { customerId: 'cora' };
const self = { networkId, confirmedVia: 'self', deviceId: null } as const;
const usual = Array.from({ length: 10 }, (_, index) => (index % 2 ? '20.00' : '25.00'));
const sales = (amounts: readonly string[], last: Changes = {}) =>
  amounts.map((saleAmount, n) =>
    redemption(n, n * MINUTE, { saleAmount, saleAmountSource: 'entered', ...(n === amounts.length - 1 ? last : {}) }),
  );

describe('a flag is raised', () => {
  it.each<[string, string, Events, object]>([
    [
      'at ten confirmations of one staff member within five minutes',
      'staff_burst',
      series(10, 30_000),
      { staff_id: 'sam', redemptions: 10, last_seen_at: after(270_000) },
    ],
    [
      'at the third confirmation of one staff member for one customer within a week',
      'same_staff_and_customer',
      at([0, 3 * DAY, 6 * DAY], () => cora),
      { staff_id: 'sam', customer_id: 'cora', redemptions: 3, last_seen_at: after(6 * DAY) },
    ],
    [
      'at the third customer of one device within a week, for any staff',
      'shared_device',
      at([0, DAY, 2 * DAY], (n) => (n ? { deviceId } : { deviceId, confirmedVia: 'self', confirmedBy: 'customer 0' })),
      { device_id: deviceId, redemptions: 3, last_seen_at: after(2 * DAY) },
    ],
    [
      'at the thirtieth redemption by customers of one network within two minutes',
      'network_burst',
      series(30, 1000, self),
      { network_id: networkId, redemptions: 30, last_seen_at: after(29_000) },
    ],
  ])('%s', (_, kind, events, expected) => {
    expect(flaggedOf(kind, events.slice(0, -1))).toEqual([]);
    const [row, ...others] = flaggedOf(kind, events);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ site_id: SITE.siteId, ...NO_SUBJECT, first_seen_at: NOON, ...expected });
    const named = evidenceOf(row).map(({ redemptionId }) => redemptionId);
    expect(named).toEqual(events.map((__, n) => uuid(`r${n}`)).slice(-MAX_EVIDENCE));
  });

  it('from five times the median of the last twenty sales on, with both amounts', () => {
    expect(flaggedOf('unusual_sale', sales([...usual, '112.49']))).toEqual([]);
    const [row, ...others] = flaggedOf('unusual_sale', sales([...usual, '112.50']));
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ site_id: SITE.siteId, ...NO_SUBJECT, redemptions: 1, first_seen_at: after(10 * MINUTE) },
    });
    expect(evidenceOf(row)).toEqual([{ redemptionId: uuid('r10'), usual: '22.50' }]);
    const dearer = Array.from({ length: 30 }, () => '200.00');
    expect(flaggedOf('unusual_sale', sales([...usual, ...dearer]))[0]?.redemptions).toBe(10);
  });

  it.each<[string, string, Events]>([
    ['ten in more time', 'staff_burst', series(10, 5 * MINUTE)],
    ['what customers confirm', 'staff_burst', series(20, 1000, { confirmedVia: 'self', confirmedBy: 'customer' })],
    ['two people', 'staff_burst', at(Array(18).fill(0), (n) => ({ confirmedBy: n % 2 ? 'tess' : 'sam' }))],
    ['a week that is over', 'same_staff_and_customer', at([0, 4 * DAY, 7 * DAY], () => cora)],
    [
      'another one who confirms',
      'same_staff_and_customer',
      at([0, 1, 2], (n) => ({ ...cora, confirmedBy: n === 2 ? 'tess' : 'sam' })),
    ],
    ['one frequent customer', 'shared_device', series(20, HOUR, { deviceId, ...cora })],
    ['a café of sixty guests', 'network_burst', series(60, 10_000, self)],
    ['fewer than ten sales before', 'unusual_sale', sales([...usual.slice(1), '900.00'])],
    ['the default amount', 'unusual_sale', sales([...usual, '900.00'], { saleAmountSource: 'default' })],
    [
      'a sale that staff have not confirmed',
      'unusual_sale',
      sales([...usual, '900.00'], { awaitsConfirmation: { until: after(DAY), pool: '90.00', shares: [] } }),
    ],
  ])('not for %s: %s', (_, kind, events) => expect(flaggedOf(kind, events)).toEqual([]));

  it('for each site apart, and for no device or network that is not known', () => {
    const elsewhere = series(3, HOUR, { deviceId, siteId: uuid('other site') });
    const both = flaggedOf('shared_device', [...series(2, HOUR, { deviceId }), ...elsewhere]);
    expect(both.map((row) => row.site_id)).toEqual([uuid('other site')]);
    for (const changes of [{ deviceId: null, networkId: null }, {}]) {
      for (const kind of ['shared_device', 'network_burst']) expect(rowsOf(kind, series(60, 100, changes))).toEqual([]);
    }
  });
});

describe('a flag', () => {
  it('continues with later redemptions, names the newest, and does not count the quiet time between two bursts', () => {
    const [row, ...others] = flaggedOf('staff_burst', series(120, 10_000));
    expect(others).toEqual([]);
    expect(row).toMatchObject({ redemptions: 120, first_seen_at: NOON, last_seen_at: after(119 * 10_000) });
    expect(evidenceOf(row).at(-1)).toEqual({ redemptionId: uuid('r119') });
    expect(evidenceOf(row)).toHaveLength(MAX_EVIDENCE);
    const burst = (from: number, ms: number) =>
      Array.from({ length: 10 }, (_, i) => redemption(from + i, ms + i * 1000));
    const quiet = [redemption(50, 2 * HOUR), redemption(51, 3 * HOUR)];
    expect(flaggedOf('staff_burst', [...burst(0, 0), ...quiet, ...burst(60, 5 * HOUR)])).toMatchObject([
      { redemptions: 20, first_seen_at: NOON, last_seen_at: after(5 * HOUR + 9_000) },
    ]);
  });

  it('keeps its review, and the redemptions after it are counted', () => {
    const [flag] = flaggedOf('staff_burst', series(10, 30_000));
    const data = {
      ...{ flagId: String(flag?.flag_id), siteId: SITE.siteId, tenantId: SITE.tenantId },
      ...{ redemptions: 10, noteId: uuid('note'), noteHash: 'ab'.repeat(32) },
    };
    const review = { type: 'FlagReviewed' as const, data, at: after(HOUR) };
    const again = Array.from({ length: 10 }, (_, i) => redemption(20 + i, 2 * HOUR + i * 1000));
    expect(flaggedOf('staff_burst', [...series(10, 30_000), review, ...again])).toMatchObject([
      {
        ...{ redemptions: 20, reviewed_at: after(HOUR), reviewed_by: 'tester' },
        ...{ review_note_id: uuid('note'), reviewed_redemptions: 10 },
      },
    ]);
  });

  it('that has not met its rule is a small row without names, for any number of redemptions', () => {
    const rows = rowsAfter(flags, series(200, MINUTE, { ...cora, deviceId, networkId, confirmedVia: 'self' }));
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['network_burst', 'shared_device', 'unusual_sale']);
    for (const row of rows) {
      expect(row).toMatchObject({ site_id: null, tenant_id: null, redemptions: 0, evidence: [], ...NO_SUBJECT });
    }
    const [busy] = rowsOf('staff_burst', series(200, MINUTE));
    expect(JSON.stringify(busy?.recent).length).toBeLessThan(9 * 60);
  });
});

it('the rule by the window is met exactly where some window of the whole history holds enough', () => {
  const { atLeast, withinMs } = FLAG_RULES.staff_burst;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 40 }), (pauses) => {
      let ms = 0;
      const times = pauses.map((pause) => {
        ms += pause;
        return ms;
      });
      const windows = times.map((end) => times.filter((time) => time <= end && time > end - withinMs));
      const met = new Set(windows.filter((window) => window.length >= atLeast).flat());
      const total = times.filter((time) => met.has(time)).length;
      const [row] = rowsOf(
        'staff_burst',
        times.map((time, index) => redemption(index, time)),
      );
      expect([row?.redemptions, row?.first_seen_at, row?.last_seen_at]).toEqual([
        total,
        ...(total ? [after(Math.min(...met)), after(Math.max(...met))] : [null, null]),
      ]);
    }),
    { numRuns: 60 },
  );
});

import type { EventData } from '@perktree/contracts/catalogue/events';
import { FLAG_RULES, flagEvidenceSchema, MOST_EVIDENCE } from '@perktree/contracts/flag/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOON, redeemed, SITE, uuid } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { flags } from './projection.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const after = (ms: number) => new Date(Date.parse(NOON) + ms).toISOString();

/** Redemptions by staff `sam`, each by another customer; tests override fields. */
const redemption = (index: number, ms: number, changes: Partial<EventData<'BenefitRedeemed'>> = {}) => ({
  ...redeemed(`r${index}`, 'root', {
    confirmedVia: 'code',
    confirmedBy: 'sam',
    customerId: `customer ${index}`,
    ...changes,
  }),
  at: after(ms),
});
const series = (count: number, everyMs: number, changes: Partial<EventData<'BenefitRedeemed'>> = {}) =>
  Array.from({ length: count }, (_, index) => redemption(index, index * everyMs, changes));

const rowsOf = (kind: string, events: Parameters<typeof rowsAfter>[1]) =>
  rowsAfter(flags, events).filter((row) => row.kind === kind);
const flaggedOf = (kind: string, events: Parameters<typeof rowsAfter>[1]) =>
  rowsOf(kind, events).filter((row) => row.first_seen_at !== null);
/** Rows in memory have it parsed. */
const evidenceOf = (row: { evidence: unknown } | undefined) => flagEvidenceSchema.parse(row?.evidence ?? []);

describe('a burst of one staff member', () => {
  it('is ten confirmations within five minutes, named with ids and times', () => {
    const [row, ...others] = flaggedOf('staff_burst', series(10, 30_000));
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      site_id: SITE.siteId,
      staff_id: 'sam',
      customer_id: null,
      device_id: null,
      redemptions: 10,
      first_seen_at: NOON,
      last_seen_at: after(9 * 30_000),
    });
    expect(evidenceOf(row).at(0)).toEqual({ redemptionId: uuid('r0') });
    expect(evidenceOf(row)).toHaveLength(10);
  });

  it('is not nine, nor ten in more time, nor what customers confirm themselves, nor two people together', () => {
    expect(flaggedOf('staff_burst', series(9, 1000))).toEqual([]);
    expect(flaggedOf('staff_burst', series(10, 5 * MINUTE))).toEqual([]);
    expect(flaggedOf('staff_burst', series(20, 1000, { confirmedVia: 'self', confirmedBy: 'customer' }))).toEqual([]);
    const two = series(18, 1000).map((one, index) =>
      index % 2 ? { ...one, data: { ...one.data, confirmedBy: 'tess' } } : one,
    );
    expect(flaggedOf('staff_burst', two)).toEqual([]);
  });

  it('continues the same flag, which names only the newest redemptions', () => {
    const [row, ...others] = flaggedOf('staff_burst', series(120, 10_000));
    expect(others).toEqual([]);
    expect(row).toMatchObject({ redemptions: 120, first_seen_at: NOON, last_seen_at: after(119 * 10_000) });
    expect(evidenceOf(row).map(({ redemptionId }) => redemptionId)).toEqual(
      Array.from({ length: MOST_EVIDENCE }, (_, index) => uuid(`r${120 - MOST_EVIDENCE + index}`)),
    );
  });

  it('does not count the quiet time between two bursts', () => {
    const burst = (from: number, ms: number) =>
      Array.from({ length: 10 }, (_, i) => redemption(from + i, ms + i * 1000));
    const quiet = [redemption(50, 2 * HOUR), redemption(51, 3 * HOUR)];
    const [row] = flaggedOf('staff_burst', [...burst(0, 0), ...quiet, ...burst(60, 5 * HOUR)]);
    expect(row).toMatchObject({ redemptions: 20, first_seen_at: NOON, last_seen_at: after(5 * HOUR + 9_000) });
  });
});

it('a review stays with its flag, and the redemptions after it are counted', () => {
  const [flag] = flaggedOf('staff_burst', series(10, 30_000));
  const data = {
    ...{ flagId: String(flag?.flag_id), siteId: SITE.siteId, tenantId: SITE.tenantId },
    ...{ redemptions: 10, noteId: uuid('note'), noteHash: 'ab'.repeat(32) },
  };
  const review = { type: 'FlagReviewed' as const, data, at: after(HOUR) };
  const again = Array.from({ length: 10 }, (_, i) => redemption(20 + i, 2 * HOUR + i * 1000));
  const [reviewed] = flaggedOf('staff_burst', [...series(10, 30_000), review, ...again]);
  expect(reviewed).toMatchObject({
    ...{ redemptions: 20, reviewed_at: after(HOUR), reviewed_by: 'tester' },
    ...{ review_note_id: uuid('note'), reviewed_redemptions: 10 },
  });
});

describe('the same staff and customer', () => {
  it('are flagged at the third time within a week', () => {
    const events = [0, 3 * DAY, 6 * DAY].map((ms, i) => redemption(i, ms, { customerId: 'cora' }));
    expect(flaggedOf('same_staff_and_customer', events.slice(0, 2))).toEqual([]);
    expect(flaggedOf('same_staff_and_customer', events)).toMatchObject([
      { staff_id: 'sam', customer_id: 'cora', redemptions: 3, first_seen_at: NOON, last_seen_at: after(6 * DAY) },
    ]);
  });

  it('are not when the week is over, or another one confirms', () => {
    const late = [0, 4 * DAY, 7 * DAY].map((ms, i) => redemption(i, ms, { customerId: 'cora' }));
    expect(flaggedOf('same_staff_and_customer', late)).toEqual([]);
    const others = ['sam', 'sam', 'tess'].map((confirmedBy, i) =>
      redemption(i, i, { customerId: 'cora', confirmedBy }),
    );
    expect(flaggedOf('same_staff_and_customer', others)).toEqual([]);
  });
});

describe('a subject that has not met its rule', () => {
  it('has a small row without names, for any number of redemptions', () => {
    const changes = { customerId: 'cora', deviceId: uuid('device'), networkId: uuid('network') };
    const rows = rowsAfter(flags, series(200, MINUTE, { ...changes, confirmedVia: 'self' }));
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['network_burst', 'shared_device', 'unusual_sale']);
    for (const row of rows) {
      expect(row).toMatchObject({ site_id: null, tenant_id: null, redemptions: 0, evidence: [] });
      expect([row.staff_id, row.customer_id, row.device_id, row.network_id]).toEqual([null, null, null, null]);
    }
    const [busy] = rowsOf('staff_burst', series(200, MINUTE));
    expect(JSON.stringify(busy?.recent).length).toBeLessThan(9 * 60);
  });
});

describe('one device', () => {
  const deviceId = uuid('device');
  it('is flagged at the third customer who redeems from it within a week, for any staff', () => {
    const events = [0, DAY, 2 * DAY].map((ms, i) =>
      redemption(i, ms, i ? { deviceId } : { deviceId, confirmedVia: 'self', confirmedBy: 'customer 0' }),
    );
    expect(flaggedOf('shared_device', events)).toMatchObject([
      { device_id: deviceId, staff_id: null, customer_id: null, redemptions: 3, last_seen_at: after(2 * DAY) },
    ]);
    expect(evidenceOf(flaggedOf('shared_device', events)[0]).map(({ redemptionId }) => redemptionId)).toEqual(
      ['r0', 'r1', 'r2'].map(uuid),
    );
  });

  it('is not flagged for one frequent customer, or without a device id', () => {
    expect(flaggedOf('shared_device', series(20, HOUR, { deviceId, customerId: 'cora' }))).toEqual([]);
    expect(rowsOf('shared_device', series(20, HOUR, { deviceId: null }))).toEqual([]);
    expect(rowsOf('shared_device', series(20, HOUR))).toEqual([]);
  });

  it('is one flag for each site', () => {
    const elsewhere = series(3, HOUR, { deviceId, siteId: uuid('other site') });
    const sites = flaggedOf('shared_device', [...series(2, HOUR, { deviceId }), ...elsewhere]).map(
      (row) => row.site_id,
    );
    expect(sites).toEqual([uuid('other site')]);
  });
});

describe('one network', () => {
  const networkId = uuid('network');
  const self = { networkId, confirmedVia: 'self', deviceId: null } as const;

  it('is flagged at the thirtieth redemption by customers themselves within two minutes', () => {
    const events = series(30, 1000, self);
    expect(flaggedOf('network_burst', events.slice(0, 29))).toEqual([]);
    expect(flaggedOf('network_burst', events)).toMatchObject([
      { network_id: networkId, device_id: null, staff_id: null, customer_id: null, redemptions: 30 },
    ]);
  });

  it('is not for the sixty guests of a café, nor at the counter, nor where the network is not known', () => {
    expect(flaggedOf('network_burst', series(60, 10_000, self))).toEqual([]);
    expect(rowsOf('network_burst', series(60, 100, { networkId: null }))).toEqual([]);
    expect(rowsOf('network_burst', series(60, 100))).toEqual([]);
  });
});

describe('a sale amount', () => {
  const sale = (index: number, saleAmount: string, changes: Partial<EventData<'BenefitRedeemed'>> = {}) =>
    redemption(index, index * MINUTE, { saleAmount, saleAmountSource: 'entered', ...changes });
  const sales = (amounts: readonly string[], last: Parameters<typeof sale>[2] = {}) =>
    amounts.map((amount, index) => sale(index, amount, index === amounts.length - 1 ? last : {}));
  const usual = Array.from({ length: 10 }, (_, index) => (index % 2 ? '20.00' : '25.00'));

  it('is flagged from five times the median of the last sales on, with both amounts', () => {
    expect(flaggedOf('unusual_sale', sales([...usual, '112.49']))).toEqual([]);
    const [row, ...others] = flaggedOf('unusual_sale', sales([...usual, '112.50']));
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      site_id: SITE.siteId,
      ...{ staff_id: null, customer_id: null, device_id: null, network_id: null, redemptions: 1 },
      first_seen_at: after(10 * MINUTE),
    });
    expect(evidenceOf(row)).toEqual([{ redemptionId: uuid('r10'), usual: '22.50' }]);
  });

  it('is not with fewer than ten sales before it, of the default amount, or before staff confirm it', () => {
    expect(flaggedOf('unusual_sale', sales([...usual.slice(1), '900.00']))).toEqual([]);
    expect(flaggedOf('unusual_sale', sales([...usual, '900.00'], { saleAmountSource: 'default' }))).toEqual([]);
    const waits = { until: after(DAY), pool: '90.00', shares: [] };
    expect(flaggedOf('unusual_sale', sales([...usual, '900.00'], { awaitsConfirmation: waits }))).toEqual([]);
  });

  it('is compared with the last twenty sales, so a new price level is flagged only at first', () => {
    const dearer = Array.from({ length: 30 }, () => '200.00');
    expect(flaggedOf('unusual_sale', sales([...usual, ...dearer]))[0]?.redemptions).toBe(10);
  });
});

describe('the rule by the window', () => {
  it('is met exactly where some window of the whole history holds enough', () => {
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
        expect(row?.redemptions).toBe(total);
        expect(row?.first_seen_at).toBe(total ? after(Math.min(...met)) : null);
        expect(row?.last_seen_at).toBe(total ? after(Math.max(...met)) : null);
      }),
      { numRuns: 60 },
    );
  });
});

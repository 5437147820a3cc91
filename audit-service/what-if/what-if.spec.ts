import type { AnyEvent, EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import {
  awaited,
  confirmed,
  recorded,
  redeemed,
  SITE,
  share,
  siteCreated,
  uuid,
} from '@perktree/projector/testing/events';
import { describe, expect, it } from 'vitest';
import type { PathQr } from '../commission/calculation.ts';
import { auditedHistory, spanIn } from '../testing/audited-history.ts';
import { allocateTried, type TriedRule } from './rules.ts';
import { type Changes, ImpossibleChange, NO_CHANGES, type Period, WhatIf } from './what-if.ts';

const YEAR: Period = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };

function whatIf(events: readonly RecordedEvent[], changes: Partial<Changes>, period: Period = YEAR) {
  const fold = new WhatIf(period, spanIn(events, period), { ...NO_CHANGES, ...changes });
  for (const event of events) fold.apply(event);
  return fold.outcome();
}

/** A sale of 33.33 on root 10, child 4 and grandchild 1 percent, of which nothing has been taken back yet. */
const sold = auditedHistory().filter(({ fact }) => fact.type !== 'RedemptionReversed');
const earnedBy = (outcome: ReturnType<typeof whatIf>) =>
  Object.fromEntries(outcome.distributors.map(({ distributorId, changed }) => [distributorId, changed.earned]));

describe('a period replayed by other rules', () => {
  it('is what it was where nothing is changed', () => {
    expect(whatIf(sold, {})).toMatchObject({
      ...{ redemptions: 1, refused: 0 },
      totals: [
        {
          currency: 'EUR',
          // The minimum is 1.00: cem's 0.33 is carried over.
          actual: { earned: '3.33', matured: '3.33', payable: '3.00' },
          changed: { earned: '3.33', matured: '3.33', payable: '3.00' },
          difference: { earned: '0.00', matured: '0.00', payable: '0.00' },
        },
      ],
    });
  });

  it('shares by other percents', () => {
    // 5 % of 33.33 is 1.6665, 3 % 0.9999, 2 % 0.6666: a pool of 3.33, whose three cents left go to all three.
    const percents = new Map([
      [uuid('child'), '5.00'],
      [uuid('grandchild'), '2.00'],
    ]);
    expect(earnedBy(whatIf(sold, { percents }))).toEqual({ ana: '1.66', ben: '1.00', cem: '0.67' });
    // 12 % of 33.33 is 3.9996, the pool 4.00: 8 % is 2.6664, 3 % 0.9999, 1 % 0.3333.
    const more = whatIf(sold, { percents: new Map([[uuid('root'), '12.00']]) });
    expect(earnedBy(more)).toEqual({ ana: '2.67', ben: '1.00', cem: '0.33' });
    expect(more.totals[0]?.difference.earned).toBe('0.67');
  });

  it('refuses percents that no tree could have', () => {
    expect(() => whatIf(sold, { percents: new Map([[uuid('child'), '11.00']]) })).toThrow(ImpossibleChange);
    expect(() => whatIf(sold, { percents: new Map([[uuid('root'), '3.00']]) })).toThrow(/more than the QR above/);
  });

  it('shares a pool evenly, what is left over to those nearest to the redeemed QR', () => {
    expect(earnedBy(whatIf(sold, { rule: 'even_split' }))).toEqual({ ana: '1.11', ben: '1.11', cem: '1.11' });
    // 10 % of 33.35 is 3.335, a pool of 3.34: 1.11 each, and the cent to the nearest.
    const path = [
      { qrId: 'a', ownerId: 'ana', percent: '10.00' },
      { qrId: 'b', ownerId: null, percent: '5.00' },
      { qrId: 'c', ownerId: 'ben', percent: '4.00' },
      { qrId: 'd', ownerId: 'cem', percent: '1.00' },
    ];
    const recorded = { ruleVersion: 1, ruleSettings: {} };
    const sale = { saleAmount: '33.35', currency: 'EUR' } as const;
    const amounts = (rule: TriedRule, on: readonly PathQr[] = path) =>
      allocateTried(rule, recorded, on, sale).shares.map(({ amount }) => amount);
    expect(amounts('even_split')).toEqual(['1.11', '1.11', '1.12']);
    expect(amounts('nearest_only')).toEqual(['3.34']);
    expect(amounts('even_split', [])).toEqual([]);
    expect(amounts('nearest_only', [])).toEqual([]);
  });

  it('takes back by the same rounding as the product, within the period', () => {
    // Of 1.11 each, 10.00 of 33.33 take back 0.33, half-up; what is left is 0.78 each.
    const rule = 'even_split';
    const part = auditedHistory().filter(({ fact }) => fact.type !== 'RedemptionReversed' || !fact.data.whole);
    expect(earnedBy(whatIf(part, { rule }))).toEqual({ ana: '0.78', ben: '0.78', cem: '0.77' });
    expect(earnedBy(whatIf(auditedHistory(), { rule }))).toEqual({ ana: '0.00', ben: '0.00', cem: '0.00' });
    const before = { ...YEAR, to: '2026-03-20T00:00:00Z' };
    expect(earnedBy(whatIf(auditedHistory(), { rule }, before))).toEqual({ ana: '1.11', ben: '1.11', cem: '1.11' });
  });

  it('holds for longer, and pays from another minimum on', () => {
    const march = { ...YEAR, to: '2026-04-01T00:00:00Z' };
    expect(whatIf(sold, { holdDays: 60 }, march).totals[0]).toMatchObject({
      actual: { earned: '3.33', matured: '3.33' },
      changed: { earned: '3.33', matured: '0.00', payable: '0.00' },
      difference: { earned: '0.00', matured: '-3.33', payable: '-3.00' },
    });
    expect(whatIf(sold, { minimumPayout: '0.10' }).totals[0]?.changed.payable).toBe('3.33');
    expect(whatIf(sold, { minimumPayout: '1.50' }).totals[0]?.changed.payable).toBe('2.00');
  });

  it('looks at redemptions of the period and the site alone', () => {
    expect(whatIf(sold, {}, { ...YEAR, from: '2026-03-02T00:00:00Z' })).toMatchObject({ redemptions: 0, totals: [] });
    expect(whatIf(sold, {}, { ...YEAR, siteId: uuid('other') })).toMatchObject({ redemptions: 0 });
    expect(whatIf(sold, {}, { ...YEAR, siteId: SITE.siteId })).toMatchObject({ redemptions: 1 });
  });
});

describe('a fraud rule that is switched on', () => {
  /** Redemptions at the counter, of 10.00 each for dora, so many minutes after the first. */
  const counter = (minutes: readonly number[], customer: (n: number) => string) => {
    const facts = minutes.map((minute, n) => ({
      ...redeemed(`r${n}`, 'root', {
        ...{ customerId: customer(n), confirmedVia: 'code', confirmedBy: 'staff', deviceId: uuid('device') },
        shares: [share(`entry ${n}`, 'root', 'dora', '10.00', '10.00')],
      }),
      at: new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString(),
    }));
    return recorded([siteCreated(), ...facts] as readonly (AnyEvent & { at: string })[]);
  };
  const each = (n: number) => `customer ${n}`;
  const refused = (events: readonly RecordedEvent[], kind: Changes['refused'][number], period = YEAR) =>
    whatIf(events, { refused: [kind] }, period);

  const same = () => 'same';
  const burst = Array.from({ length: 10 }, () => 0);
  const many = (changes: (n: number) => Partial<EventData<'BenefitRedeemed'>>) =>
    recorded([siteCreated(), ...Array.from({ length: 31 }, (_, n) => redeemed(`r${n}`, 'root', changes(n)))]);

  it.each<[Changes['refused'][number], number, readonly RecordedEvent[]]>([
    ['same_staff_and_customer', 2, counter([0, 1, 2, 3], same)],
    ['same_staff_and_customer', 0, counter([0, 1, 2, 3], each)],
    ['shared_device', 1, counter([0, 1, 2], each)],
    ['shared_device', 0, counter([0, 1, 2, 3], (n) => each(n % 2))],
    ['staff_burst', 1, counter(burst, each)],
    ['staff_burst', 0, counter([...burst.slice(0, 9), 5], each)],
    ['network_burst', 2, many((n) => ({ customerId: each(n), networkId: uuid('network') }))],
    ['network_burst', 0, many(() => ({ networkId: null }))],
    ['unusual_sale', 1, many((n) => ({ saleAmount: n === 30 ? '500.00' : '100.00', saleAmountSource: 'entered' }))],
  ])('of %s refuses %i redemptions', (kind, count, events) => {
    expect(refused(events, kind).refused).toBe(count);
  });

  it('takes what refused redemptions earned, and remembers what was before the period', () => {
    const events = counter([0, 1, 2, 3], same);
    const kind = 'same_staff_and_customer';
    expect(refused(events, kind)).toMatchObject({ redemptions: 4, totals: [{ difference: { earned: '-20.00' } }] });
    const late = { ...YEAR, from: '2026-03-01T12:02:00Z' };
    expect(refused(events, kind, late)).toMatchObject({ redemptions: 2, refused: 2 });
  });

  it('counts a redemption that is refused when staff confirm it, in the period of the redemption', () => {
    const names = Array.from({ length: 10 }, (_, n) => `r${n}`);
    const events = recorded([
      siteCreated(),
      ...names.map((name) => ({ ...awaited(name, 'root'), at: '2026-03-01T12:00:00.000Z' })),
      ...names.map((name) => ({ ...confirmed(name, 'root'), at: '2026-03-01T12:01:00.000Z' })),
    ]);
    const totals = [{ actual: { earned: '50.00' }, changed: { earned: '45.00' } }];
    expect(refused(events, 'staff_burst')).toMatchObject({ redemptions: 10, refused: 1, totals });
    const after = { ...YEAR, from: '2026-03-01T12:00:30Z' };
    expect(refused(events, 'staff_burst', after)).toMatchObject({ redemptions: 0, refused: 0, totals });
    const before = { ...YEAR, to: '2026-03-01T12:00:30Z' };
    expect(refused(events, 'staff_burst', before)).toMatchObject({ redemptions: 10, refused: 0, totals: [] });
  });
});

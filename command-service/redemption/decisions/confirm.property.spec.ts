import type { EventOf, RedemptionEvent } from '@perktree/contracts/catalogue/events';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { sumAmounts } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleRedemption, foldHistory, foldRedemptions, NOW, uuid } from '../testing/example-redemption.ts';
import { confirmRedemption, type RedeemBenefit, redeemBenefit } from './redeem.ts';
import { reverseRedemption } from './reverse.ts';
import { awaitedRedemption, redemptionsInPeriod } from './state.ts';

const CUSTOMERS = 3;
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('redeem', 'redeem', 'confirm', 'confirm', 'reverse', 'reverse a part', 'wait'),
    customer: fc.integer({ min: 0, max: CUSTOMERS - 1 }),
    sale: fc.option(fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2))),
    by: fc.constantFrom('staff', 'colleague', 'ana', 'cem'),
    mode: fc.constantFrom('confirmed', 'confirmed', 'on', 'off'),
  }),
  { maxLength: 40 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;
type Money = EventOf<'BenefitRedeemed' | 'RedemptionConfirmed' | 'RedemptionReversed'>;

const example = exampleRedemption();
const redemptionIdOf = (customer: number) => uuid(1_000 + customer);
const entryId = (redemptionId: string) => (qrId: string) => `${redemptionId} ${qrId}`;

function commandOf({ customer, mode }: Step, now: string): RedeemBenefit {
  const redemptionId = redemptionIdOf(customer);
  const customerId = `customer-${customer}`;
  return {
    ...example,
    redemptionId,
    now,
    confirmedBy: customerId,
    scan: { ...example.scan, customerId, scanId: uuid(customer) },
    qr: { ...example.qr, path: example.qr.path.map((qr) => ({ ...qr, entryId: entryId(redemptionId)(qr.qrId) })) },
    site: { ...example.site, configuration: { ...example.site.configuration, selfRedemption: mode } },
  };
}

function decide(events: readonly RedemptionEvent[], step: Step, now: string): readonly Money[] {
  const state = foldRedemptions(events);
  const command = commandOf(step, now);
  const { redemptionId, scan, site } = command;
  if (step.what === 'redeem') return redeemBenefit(state, command);
  if (step.what === 'confirm') {
    const confirmation = { confirmedVia: 'code', confirmedBy: step.by, saleAmount: step.sale, now } as const;
    return confirmRedemption(state, { scan, site, ...confirmation, entryId: entryId(redemptionId) });
  }
  if (step.what === 'wait') return [];
  return reverseRedemption(foldHistory(events, redemptionId), {
    ...{
      reversalId: uuid(500 + events.length),
      note: { noteId: uuid(600), noteHash: 'ab'.repeat(32) },
      freeSlot: true,
      now,
    },
    amount: step.what === 'reverse' ? null : '1.00',
    compensatingEntryId: (id) => `${id} back ${events.length}`,
  });
}

function attempt(events: readonly RedemptionEvent[], step: Step, now: string): readonly Money[] {
  try {
    return decide(events, step, now);
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

describe('any order of redeeming, confirming, lapsing and reversing', () => {
  it('earns nothing that staff have not confirmed in time, and of a confirmed redemption exactly its pool', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const events: Money[] = [];
        let now = Date.parse(NOW);
        for (const step of all) {
          if (step.what === 'wait') now += 8 * HOUR_MS;
          events.push(...attempt(events, step, new Date(now).toISOString()));
        }
        for (let customer = 0; customer < CUSTOMERS; customer += 1) checkRedemption(events, customer);
        const state = foldRedemptions(events);
        const freed = events.filter(({ type, data }) => type === 'RedemptionReversed' && data.slotFreed).length;
        const redeemed = events.filter(({ type }) => type === 'BenefitRedeemed').length;
        expect(redemptionsInPeriod(state, 1)).toBe(redeemed - freed);
      }),
      { numRuns: 500 },
    );
  });
});

function checkRedemption(events: readonly Money[], customer: number): void {
  const own = events.filter(({ data }) => data.redemptionId === redemptionIdOf(customer));
  const of = <T extends Money['type']>(type: T) =>
    own.filter((event): event is Extract<Money, { type: T }> => event.type === type);
  const [redeemed] = of('BenefitRedeemed');
  const [confirmed, another] = of('RedemptionConfirmed');
  expect(another).toBeUndefined();
  if (redeemed === undefined) {
    expect(own).toEqual([]);
    return;
  }

  const waited = redeemed.data.awaitsConfirmation;
  const earning = own.flatMap((event) => (event.type === 'RedemptionReversed' ? [] : event.data.shares));
  const sum = sumAmounts(
    earning.map(({ amount }) => amount),
    'EUR',
  );
  const takenBack = of('RedemptionReversed').flatMap(({ data }) => data.shares);
  if (waited !== null && confirmed === undefined) {
    expect(sum).toBe('0.00');
    expect(takenBack).toEqual([]);
    const isEnded = own.some(({ type, data }) => type === 'RedemptionReversed' && data.endsWaiting !== null);
    expect(awaitedRedemption(foldRedemptions(events), commandOf(stepOf(customer), NOW).scan) === undefined).toBe(
      isEnded,
    );
    return;
  }
  expect(sum).toBe((confirmed ?? redeemed).data.pool);
  if (confirmed !== undefined) {
    expect(waited).not.toBeNull();
    expect(confirmed.data.shares.map((share) => [share.entryId, share.ownerId, share.percent])).toEqual(
      waited?.shares.map((share) => [share.entryId, share.ownerId, share.percent]),
    );
    expect(confirmed.data.shares.map(({ ownerId }) => ownerId)).not.toContain(confirmed.data.confirmedBy);
  }
  if (own.some(({ type, data }) => type === 'RedemptionReversed' && data.whole)) {
    expect(sumAmounts([sum, ...takenBack.map(({ amount }) => amount)], 'EUR')).toBe('0.00');
  }
}

const stepOf = (customer: number): Step => ({ what: 'redeem', customer, sale: null, by: 'staff', mode: 'confirmed' });

import type { PayoutEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/command.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideGeneratePayout, type GeneratePayoutCommand, MAX_ENTRIES, type PayableEntry } from './settle-balance.ts';
import { decideCancel, decideMarkPaid, decideTransferred } from './settle-payout.ts';
import { entryCountOf, type PayoutsState, payoutsFold } from './state.ts';

const id = (name: string | number) => deriveUuid('payout spec', name);
const note = { noteId: id('note'), noteHash: 'ab'.repeat(32) };
const entry = (name: string | number, euros: number) => ({ entryId: id(name), amountMinor: BigInt(euros * 100) });
const command: GeneratePayoutCommand = {
  payoutId: id('p1'),
  combinedId: id('sum'),
  siteId: id('site'),
  tenantId: id('tenant'),
  distributorId: 'dora',
  currency: 'EUR',
  entries: [entry('a', 15), entry('b', 5)],
  minimumMinor: 2000n,
  settlement: 'by_hand',
};
const after = (events: readonly PayoutEvent[], from?: PayoutsState) => given(payoutsFold, events, undefined, from);
const none = after([]);
const generate = (state: PayoutsState, change: Partial<GeneratePayoutCommand> = {}) =>
  decideGeneratePayout(state, { ...command, ...change });
const processing = after(generate(none));
const own = { payoutId: id('p1'), tenantId: id('tenant'), providerTransfers: true };
const paid = after(decideMarkPaid(processing, { ...own, ...note }), processing);

describe('generating a payout', () => {
  it('pays the whole balance once it reaches the minimum', () => {
    const { entries: _, minimumMinor: __, combinedId: ___, ...payout } = command;
    expect(generate(none)).toEqual([
      { type: 'PayoutGenerated', data: { ...payout, amount: '20.00', entryIds: [id('a'), id('b')] } },
    ]);
  });

  it('carries over a balance below the minimum', () => {
    expect(generate(none, { minimumMinor: 2001n })).toEqual([]);
  });

  it('subtracts reversals and carries over a negative balance', () => {
    const [payout] = generate(none, { entries: [entry('a', 30), entry('back', -7)] });
    expect(payout?.data).toMatchObject({ amount: '23.00', entryIds: [id('a'), id('back')] });
    expect(generate(none, { entries: [entry('a', 30), entry('back', -40)], minimumMinor: 0n })).toEqual([]);
    expect(generate(none, { entries: [entry('zero', 0)], minimumMinor: 0n })).toEqual([]);
  });

  it('skips entries that are in a payout', () => {
    const [second] = generate(processing, { payoutId: id('p2'), entries: [...command.entries, entry('c', 21)] });
    expect(second?.data).toMatchObject({ amount: '21.00', entryIds: [id('c')] });
    expect(generate(processing, { payoutId: id('p2') })).toEqual([]);
    expect(generate(paid, { payoutId: id('p2') })).toEqual([]);
  });

  it('is idempotent, also after more entries became payable', () => {
    expect(generate(processing, { entries: [entry('new', 50)] })).toEqual([]);
  });

  it('lists up to 10,000 entries in one event', () => {
    const many = Array.from({ length: MAX_ENTRIES - 1 }, (_, n) => entry(n, 1));
    const [whole] = generate(none, { entries: [...many, entry('back', -7)] });
    expect(whole?.data).toMatchObject({ amount: '9992.00' });
    expect(whole?.type === 'PayoutGenerated' && whole.data.entryIds.at(-1)).toBe(id('back'));
  });

  it('includes entries of a cancelled or failed payout again', () => {
    const cancelled = after(decideCancel(processing, { ...own, ...note }), processing);
    expect(generate(cancelled, { payoutId: id('p2') })).toHaveLength(1);
    const auto = after(generate(none, { settlement: 'provider' }));
    const outcome = { kind: 'failed', reason: 'no_payout_account' } as const;
    const failed = after(decideTransferred(auto, { payoutId: id('p1'), outcome }), auto);
    expect(generate(failed, { payoutId: id('p2') })).toHaveLength(1);
  });

  /** As settleInSteps does: a step for each event, until there is none. */
  function inSteps(from: PayoutsState, change: Partial<GeneratePayoutCommand>) {
    let state = from;
    const all: PayoutEvent[] = [];
    for (let step = 0; ; step += 1) {
      const events = generate(state, { combinedId: id(`sum ${step}`), ...change });
      if (events.length === 0) return { state, all };
      for (const { data } of events) expect(JSON.stringify(data).length).toBeLessThan(500_000);
      state = after(events, state);
      all.push(...events);
    }
  }

  it('skips entries of 0.00', () => {
    const zeros = Array.from({ length: 20_000 }, (_, n) => entry(n, 0));
    const [payout] = generate(none, { entries: [...zeros, ...command.entries] });
    expect(payout?.data).toMatchObject({ amount: '20.00', entryIds: [id('a'), id('b')] });
  });

  it.each([
    ['debts of a cent', -1n, '800.00'],
    ['shares of a cent', 1n, '1200.00'],
  ])('pays with 20,000 %s what is owed, to the cent', (_, cents, amount) => {
    const many = Array.from({ length: 20_000 }, (_, n): PayableEntry => ({ entryId: id(n), amountMinor: cents }));
    const { state, all } = inSteps(none, { entries: [...many, entry('large', 1000)] });
    expect(all.map(({ type }) => type)).toEqual(['EntriesCombined', 'EntriesCombined', 'PayoutGenerated']);
    const payout = state.payouts.get(id('p1'));
    expect(payout).toMatchObject({ amount, entryIds: [id('sum 0'), id('sum 1'), id('large')] });
    expect(entryCountOf(state, payout?.entryIds ?? [])).toBe(20_001);
    const named = all.flatMap(({ data }) => data.entryIds);
    expect(new Set(named).size).toBe(named.length);
    // Cancelled, the same sums are in the next one, and nothing else is.
    const cancelled = after(decideCancel(state, { ...own, ...note }), state);
    const next = inSteps(cancelled, { payoutId: id('p2'), entries: [...many, entry('large', 1000)] });
    expect(next.all).toMatchObject([{ type: 'PayoutGenerated', data: { amount, entryIds: payout?.entryIds } }]);
  });

  it('combines nothing below the minimum', () => {
    const debts = Array.from({ length: 20_000 }, (_, n): PayableEntry => ({ entryId: id(n), amountMinor: -1n }));
    expect(generate(none, { entries: debts })).toEqual([]);
  });

  it('uses sums that an interrupted or concurrent command has combined', () => {
    const many = Array.from({ length: 15_000 }, (_, n) => entry(n, 1));
    const interrupted = after(generate(none, { entries: many }));
    const { all } = inSteps(interrupted, { payoutId: id('p2'), combinedId: id('other sum'), entries: many });
    expect(all).toMatchObject([{ type: 'PayoutGenerated', data: { amount: '15000.00' } }]);
  });
});

describe('settling a payout', () => {
  const failed = { kind: 'failed', reason: 'no_payout_account' } as const;
  const transferred = { kind: 'paid', reference: 'tr_1', accountHash: null } as const;
  const auto = after(generate(none, { settlement: 'provider' }));
  const ended = after(decideCancel(processing, { ...own, ...note }), processing);

  it('by hand: with a reference', () => {
    expect(paid.payouts.get(id('p1'))).toMatchObject({ status: 'paid', noteId: id('note'), amount: '20.00' });
  });

  it.each([
    ['paid', paid],
    ['cancelled', ended],
  ] as const)('is refused when it is %s already', (status, state) => {
    const refused = { code: 'PAYOUT_NOT_PROCESSING', message: `This payout is already ${status}.` };
    expect(refusalOf(() => decideMarkPaid(state, { ...own, ...note }))).toEqual(refused);
    expect(refusalOf(() => decideCancel(state, { ...own, ...note }))).toEqual(refused);
  });

  it('is refused for another tenant', () => {
    const other = { ...own, tenantId: id('other tenant') };
    expect(refusalOf(() => decideMarkPaid(processing, { ...other, ...note }))?.code).toBe('PAYOUT_NOT_FOUND');
    expect(refusalOf(() => decideCancel(none, { ...own, ...note }))?.code).toBe('PAYOUT_NOT_FOUND');
  });

  it('by the provider: paid or failed, idempotently', () => {
    const done = after(decideTransferred(auto, { payoutId: id('p1'), outcome: transferred }), auto);
    expect(done.payouts.get(id('p1'))).toMatchObject({ status: 'paid', reference: 'tr_1' });
    expect(decideTransferred(done, { payoutId: id('p1'), outcome: failed })).toEqual([]);
    const not = after(decideTransferred(auto, { payoutId: id('p1'), outcome: failed }), auto);
    expect(not.payouts.get(id('p1'))).toMatchObject({ status: 'failed' });
    expect(decideTransferred(not, { payoutId: id('p1'), outcome: transferred })).toEqual([]);
  });

  it('by hand is refused while a transfer may be under way', () => {
    expect(refusalOf(() => decideMarkPaid(auto, { ...own, ...note }))?.code).toBe('PAYOUT_BY_PROVIDER');
    expect(refusalOf(() => decideCancel(auto, { ...own, ...note }))?.code).toBe('PAYOUT_BY_PROVIDER');
  });
});

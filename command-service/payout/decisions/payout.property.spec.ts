import type { PayoutEvent } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import { decideGeneratePayout, type PayableEntry } from './settle-balance.ts';
import { decideCancel, decideCorrectReference, decideMarkPaid, decideReturn } from './settle-payout.ts';
import { payoutsDecider, takenIds } from './state.ts';

const MINIMUM = 500n;
/** Small, so that most payouts have to combine entries first. */
const MAX = 3;
const tenantId = deriveUuid('tenant');

type Step =
  | { readonly kind: 'earn'; readonly minor: number }
  /** The number of the newest entries that it does not know, and whether it uses an outdated list. */
  | { readonly kind: 'generate'; readonly unseen: number; readonly forgets: boolean }
  | { readonly kind: 'pay' | 'cancel' | 'return' | 'correct'; readonly which: number };

/**
 * Entries are earned over time. Payouts are generated from lists of any age (a lagging read model, a concurrent request), in
 * any order with payments, cancellations, returns and corrections.
 */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('earn' as const), minor: fc.integer({ min: -900, max: 1500 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('generate' as const), unseen: fc.nat(3), forgets: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('return' as const, 'correct' as const), which: fc.nat() }),
    },
  ),
  { maxLength: 60 },
);

class Distributor {
  state = payoutsDecider.initialState;
  private readonly entries: PayableEntry[] = [];
  private readonly combined = new Map<string, readonly string[]>();
  /** The list that an earlier generation has read. */
  private oldList: readonly PayableEntry[] = [];

  do(step: Step, n: number): void {
    if (step.kind === 'earn') this.entries.push({ entryId: deriveUuid('entry', n), amountMinor: BigInt(step.minor) });
    else if (step.kind === 'generate') this.generate(step, n);
    else this.settle(step);
  }

  private generate(step: Extract<Step, { kind: 'generate' }>, n: number): void {
    const newest = this.entries.slice(0, Math.max(0, this.entries.length - step.unseen));
    const entries = step.forgets ? this.oldList : newest;
    this.oldList = [...this.entries];
    const payout = {
      payoutId: deriveUuid('payout', n),
      combinedId: deriveUuid('sum', n),
      siteId: tenantId,
      tenantId,
      distributorId: 'dora',
    };
    const terms = { currency: 'EUR', minimumMinor: MINIMUM, settlement: 'by_hand' } as const;
    this.happen(decideGeneratePayout(this.state, { ...payout, ...terms, entries }, MAX));
  }

  private settle({ kind, which }: Extract<Step, { which: number }>): void {
    const before = kind === 'pay' || kind === 'cancel' ? 'processing' : 'paid';
    const open = [...this.state.payouts.values()].filter(({ status }) => status === before);
    const payout = open[which % open.length];
    if (!payout) return;
    const own = {
      payoutId: payout.payoutId,
      tenantId,
      providerTransfers: true,
      noteId: deriveUuid('note'),
      noteHash: 'ab'.repeat(32),
    };
    const decisions = {
      pay: () => decideMarkPaid(this.state, own),
      cancel: () => decideCancel(this.state, own),
      return: () => decideReturn(this.state, own),
      correct: () => decideCorrectReference(this.state, { ...own, reason: 'typing_mistake' }),
    };
    this.happen(decisions[kind]());
  }

  private happen(events: readonly PayoutEvent[]): void {
    for (const event of events) {
      this.state = payoutsDecider.evolve(this.state, event, '2026-05-01T10:00:00.000Z');
      if (event.type === 'EntriesCombined') this.combined.set(event.data.combinedId, event.data.entryIds);
    }
  }

  check(): void {
    const counting = [...this.state.payouts.values()].filter(
      ({ status }) => status === 'processing' || status === 'paid',
    );
    const settled = counting.flatMap(({ entryIds }) => entryIds);
    const named = [...settled, ...this.combined.values()].flat();
    expect(new Set(named).size).toBe(named.length);
    expect(new Set(named)).toEqual(takenIds(this.state));
    for (const { amount, entryIds } of counting) {
      const ids = new Set(entryIds.flatMap((id) => this.combined.get(id) ?? [id]));
      const net = this.entries.reduce((sum, entry) => sum + (ids.has(entry.entryId) ? entry.amountMinor : 0n), 0n);
      expect(toMinor(amount, 'EUR')).toBe(net);
      expect(net).toBeGreaterThanOrEqual(MINIMUM);
      expect(entryIds.length).toBeLessThanOrEqual(MAX);
    }
  }
}

it('puts each entry into at most one payout, and pays the sum of its entries, in any interleaving', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const distributor = new Distributor();
      sequence.forEach((step, n) => {
        distributor.do(step, n);
        distributor.check();
      });
    }),
    { numRuns: 300 },
  );
});

import { describe, expect, it } from 'vitest';
import {
  awaited,
  confirmed,
  NOON,
  payout,
  payoutFailed,
  payoutGenerated,
  payoutPaid,
  redeemed,
  reversed,
  share,
  uuid,
} from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { ledgerEntries, type ledgerEntriesTable } from './projection.ts';

const entry = (rows: ReturnType<typeof rowsAfter<typeof ledgerEntriesTable>>, name: string) =>
  rows.find((row) => row.entry_id === uuid(name));

type Facts = Parameters<typeof rowsAfter>[1];
const three = redeemed('r1', 'grandchild', {
  shares: [
    share('e-root', 'root', 'dora', '6.00', '6.00'),
    share('e-child', 'child', 'emil', '3.00', '3.00'),
    share('e-grandchild', 'grandchild', 'fay', '1.00', '1.00'),
  ],
});
const back = (changes: Parameters<typeof reversed>[2], fraction: readonly [string, string][]) =>
  reversed('r1', 'grandchild', {
    ...changes,
    shares: fraction.map(([name, amount]) => ({
      ...share(`${name} back ${amount}`, 'any', 'dora', '1.00', amount),
      reversesEntryId: uuid(name),
    })),
  });

describe('ledger entries', () => {
  it('are zero until staff confirm, and then have the commission of the confirmed sale', () => {
    const waiting = rowsAfter(ledgerEntries, [awaited('r1', 'root')]);
    expect(entry(waiting, 'r1 entry')).toMatchObject({
      ...{ amount_minor: 0n, awaiting_minor: 1000n, awaiting_until: '2026-03-02T12:00:00.000Z' },
      created_at: NOON,
    });
    const later = '2026-03-02T09:00:00.000Z';
    const earned = rowsAfter(ledgerEntries, [awaited('r1', 'root'), { ...confirmed('r1', 'root'), at: later }]);
    expect(earned).toHaveLength(1);
    expect(entry(earned, 'r1 entry')).toMatchObject({
      ...{ amount_minor: 500n, awaiting_minor: null, awaiting_until: null, reversed: false },
      ...{ created_at: later, matures_at: '2026-03-16T12:00:00.000Z' },
    });
  });

  it('never count when the redemption is reversed before it was confirmed', () => {
    const endsWaiting = { scanId: uuid('scan of r1'), entryIds: [uuid('r1 entry')] };
    const back = reversed('r1', 'root', { shares: [], endsWaiting });
    const rows = rowsAfter(ledgerEntries, [awaited('r1', 'root'), back]);
    expect(rows).toHaveLength(1);
    expect(entry(rows, 'r1 entry')).toMatchObject({ amount_minor: 0n, reversed: true });
  });

  it('are followed by compensating entries, and are reversed when those take back everything', () => {
    const part = back({ whole: false }, [['e-root', '-2.00']]);
    const rest = back({ whole: true }, [['e-root', '-4.00']]);
    const partly = rowsAfter(ledgerEntries, [three, part]);
    expect(entry(partly, 'e-root')).toMatchObject({ amount_minor: 600n, compensated_minor: -200n, reversed: false });
    expect(entry(partly, 'e-root back -2.00')).toMatchObject({
      amount_minor: -200n,
      reverses_entry_id: uuid('e-root'),
      matures_at: '2026-03-15T12:00:00.000Z',
    });
    const wholly = rowsAfter(ledgerEntries, [three, part, rest]);
    expect(entry(wholly, 'e-root')).toMatchObject({ compensated_minor: -600n, reversed: true });
    expect(entry(wholly, 'e-child')).toMatchObject({ reversed: false });
  });

  it('are reversed with their redemption alone: a partial reversal may take back all of a share of a cent', () => {
    const cent = redeemed('r1', 'grandchild', { shares: [share('e-root', 'root', 'dora', '0.10', '0.01')] });
    const half = back({ whole: false }, [['e-root', '-0.01']]);
    expect(entry(rowsAfter(ledgerEntries, [cent, half]), 'e-root')).toMatchObject({
      compensated_minor: -1n,
      reversed: false,
    });
  });

  it('are named by the sum that stands for them, or by what wrote them off', () => {
    const entryIds = [uuid('e-root')];
    const { payoutId: _, ...payee } = payout('p1');
    const of = { ...payee, amount: '6.00', entryIds };
    const row = (...facts: Facts) => entry(rowsAfter(ledgerEntries, [three, ...facts]), 'e-root');
    expect(row({ type: 'EntriesCombined', data: { ...of, combinedId: uuid('sum') } })).toMatchObject({
      ...{ combined_id: uuid('sum'), payout_id: null, written_off: false },
    });
    const why = { reason: 'agreed', noteId: null, noteHash: null } as const;
    expect(row({ type: 'BalanceWrittenOff', data: { ...of, writeOffId: uuid('w1'), ...why } })).toMatchObject({
      ...{ payout_id: uuid('w1'), paid_at: null, written_off: true },
    });
  });

  it('are in a payout until it fails or is cancelled, and then free for the next', () => {
    const entryIds = [uuid('e-root')];
    const generated = (name: string) => payoutGenerated(name, '6.00', entryIds);
    const cancelled = { type: 'PayoutCancelled', data: { ...payout('p1'), entryIds, noteId: null, noteHash: null } };
    const state = (...facts: Facts) => entry(rowsAfter(ledgerEntries, [three, ...facts]), 'e-root');
    expect(state(generated('p1'))).toMatchObject({ payout_id: uuid('p1'), paid_at: null });
    for (const end of [cancelled as Facts[number], payoutFailed('p1', entryIds)]) {
      expect(state(generated('p1'), end)).toMatchObject({ payout_id: null });
      expect(state(generated('p1'), end, generated('p2'), payoutPaid('p2', '6.00', entryIds))).toMatchObject({
        ...{ payout_id: uuid('p2'), paid_at: NOON },
      });
    }
  });
});

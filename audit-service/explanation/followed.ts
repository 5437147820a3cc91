import type { ExplanationAnswer, FOLLOWING_KINDS } from '@perktree/contracts/audit/calls';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { type DisputeNoteEvent, isOf } from '../stream-history.ts';
import type { Explained } from './explain.ts';
import type { EntryPayoutEvent } from './payouts-of-entry.ts';

type Following = ExplanationAnswer['followed'][number];

const PAYOUT_KINDS = {
  EntriesCombined: 'combined',
  BalanceWrittenOff: 'written_off',
  PayoutGenerated: 'payout_generated',
  PayoutPaid: 'payout_paid',
  PayoutFailed: 'payout_failed',
  PayoutCancelled: 'payout_cancelled',
  PayoutReturned: 'payout_returned',
  PayoutReferenceCorrected: 'payout_reference_corrected',
} as const satisfies Record<EntryPayoutEvent['fact']['type'], (typeof FOLLOWING_KINDS)[number]>;

const DISPUTE_KINDS = {
  DisputeOpened: 'dispute_opened',
  DisputeAnswered: 'dispute_answered',
  DisputeClosed: 'dispute_closed',
} as const satisfies Record<DisputeNoteEvent['fact']['type'], (typeof FOLLOWING_KINDS)[number]>;

type Told = Pick<Explained, 'row' | 'payouts' | 'disputes' | 'texts'> & {
  readonly history: Pick<Explained['history'], 'reversals'>;
};

/**
 * What became of an entry, oldest first: its hold ends, parts of it are taken back, payouts take and settle it, and
 * the redemption is disputed.
 * @param tellsReasons whether the caller may read why a redemption was reversed, and notes: free text about a customer, or by the
 *   owner on a write-off
 */
export function followedBy(
  { row, history: { reversals }, payouts, disputes, texts }: Told,
  tellsReasons: boolean,
): readonly Following[] {
  const textOf = (noteId: string | null) => (noteId === null ? null : (texts.get(noteId) ?? null));
  const reasonOf = (noteId: string | null) => (tellsReasons ? textOf(noteId) : null);
  const matures: Following = { kind: 'matures', at: row.matures_at, position: null, ...NO_MONEY, note: null };
  const following = [
    ...(row.awaiting_until === null ? [matures] : []),
    ...reversals.flatMap((event) => takenBack(event, row.entry_id, reasonOf(event.fact.data.noteId))),
    ...payouts.map((event) => paidOut(event, tellsReasons || !isOf(event, 'BalanceWrittenOff') ? textOf : () => null)),
    ...disputes.map((event) => noted(event, reasonOf(event.fact.data.noteId))),
  ];
  return following.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || order(a) - order(b));
}

/** Rows without an event sort before the events of the same instant. */
const order = ({ position }: Following) => Number(position ?? 0);

const NO_MONEY = { amount: null, payoutId: null, reasonCode: null };
const placeOf = ({ metadata, position }: RecordedEvent) => ({ at: metadata.recordedAt, position: position.toString() });

/** Amount null: the entry waited for a confirmation. */
function takenBack(
  event: RecordedEvent<'RedemptionReversed'>,
  entryId: string,
  note: string | null,
): readonly Following[] {
  const { shares, endsWaiting } = event.fact.data;
  const back = shares.find(({ reversesEntryId }) => reversesEntryId === entryId);
  // A share that still waited was never earned, so nothing is taken back; the reversal ends its waiting.
  if (back === undefined && !endsWaiting?.entryIds.includes(entryId)) return [];
  return [{ ...NO_MONEY, kind: 'reversed', ...placeOf(event), amount: back?.amount ?? null, note }];
}

function noted(event: DisputeNoteEvent, note: string | null): Following {
  return { kind: DISPUTE_KINDS[event.fact.type], ...placeOf(event), ...NO_MONEY, note };
}

function paidOut(event: EntryPayoutEvent, textOf: (noteId: string | null) => string | null): Following {
  const { type, data } = event.fact;
  const text = 'noteId' in data ? textOf(data.noteId) : null;
  return {
    kind: PAYOUT_KINDS[type],
    ...placeOf(event),
    amount: 'amount' in data ? data.amount : null,
    payoutId: 'payoutId' in data ? data.payoutId : null,
    note: text ?? ('reference' in data ? data.reference : null),
    reasonCode: 'reason' in data ? data.reason : null,
  };
}

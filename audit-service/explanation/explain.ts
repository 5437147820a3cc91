import type { NoteTexts } from '@perktree/contracts/account/account-store';
import { UndecodableEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { fromBasisPoints, normalizePercent } from '@perktree/contracts/kernel/percent';
import { entryIn, waitingEntryIn } from '@perktree/contracts/ledger/movements';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock } from '../effective-clock.ts';
import {
  type DisputeNoteEvent,
  disputeHistory,
  isOf,
  type RedemptionHistoryEvent,
  redemptionEventsOf,
  type SiteHistoryEvent,
  siteHistory,
  type TreeEvent,
  treeHistory,
} from '../stream-history.ts';
import {
  awaitedIn,
  checkAgainstEvent,
  checkAgainstSite,
  checkAgainstTree,
  checkConfirmation,
} from './check-redemption.ts';
import { checkReversals } from './check-reversals.ts';
import { compareWith, type Difference, missing } from './difference.ts';
import type { EntryRow } from './entry-row.ts';
import { type EntryPayoutEvent, payoutsOfEntry } from './payouts-of-entry.ts';

/** All that a redemption can be computed again from. */
interface ExplainedRedemption {
  /** Null: the stream does not have it, or not in a shape that any version of the product has written. */
  readonly redeemed: RecordedEvent<'BenefitRedeemed'> | null;
  /** Null: staff have not confirmed it. */
  readonly confirmed: RecordedEvent<'RedemptionConfirmed'> | null;
  /** Oldest first. */
  readonly reversals: readonly RecordedEvent<'RedemptionReversed'>[];
  /** The whole stream of the tree. */
  readonly tree: readonly TreeEvent[];
  /** The whole stream of the site. */
  readonly site: readonly SiteHistoryEvent[];
}

/** @returns the history, and a difference for each part that cannot be read */
export async function explainedRedemption(
  store: Pick<AuditServiceDeps['store'], 'readStream'>,
  sought: { readonly redemptionId: string; readonly qrId: string; readonly siteId: string },
): Promise<{ history: ExplainedRedemption; unreadable: readonly Difference[] }> {
  const unreadable: Difference[] = [];
  const readable = async <T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error;
      unreadable.push(missing('event', error.message));
      return [];
    }
  };
  const events = await readable(() => redemptionEventsOf(store, sought.qrId, sought.redemptionId));
  const redeemed = events.find((event) => isOf(event, 'BenefitRedeemed')) ?? null;
  const confirmed = events.find((event) => isOf(event, 'RedemptionConfirmed')) ?? null;
  const reversals = events.filter((event) => isOf(event, 'RedemptionReversed'));
  const rootQrId = redeemed?.fact.data.rootQrId;
  const [tree, site] = await Promise.all([
    readable(async () => (rootQrId === undefined ? [] : treeHistory(store, rootQrId))),
    readable(() => siteHistory(store, sought.siteId)),
  ]);
  return { history: { redeemed, confirmed, reversals, tree, site }, unreadable };
}

function entryOf({ fact: { data } }: RedemptionHistoryEvent, entryId: string) {
  const written = entryIn(data, entryId);
  if (written) return { ...written, waits: false };
  const waiting = waitingEntryIn(data, entryId);
  return waiting && { ...waiting, waits: true };
}

/**
 * Compares the event with what the screens show of the entry.
 * @param effectiveAt of the event
 */
function checkAgainstReadModel(
  event: RedemptionHistoryEvent | null,
  row: EntryRow,
  effectiveAt: string | null,
): readonly Difference[] {
  if (event === null) return [missing('event', 'no event of history has this entry')];
  const entry = entryOf(event, row.entry_id);
  if (entry === undefined) return [missing('event', 'the event does not have this entry')];
  const { data } = event.fact;
  const { differences, equal } = compareWith('read_model');
  const { qr_id: qrId } = row;
  equal('QR of the entry', entry.qrId, qrId);
  equal('redeemed QR', data.qrId, row.source_qr_id);
  equal('site', data.siteId, row.site_id);
  equal('owner of the entry', entry.distributorId, row.distributor_id, { qrId, isPerson: true });
  equal('percent of the entry', normalizePercent(entry.percent), fromBasisPoints(row.percent_bp), { qrId });
  const amount = `${entry.minor}`;
  equal('amount of the entry in minor units', entry.waits ? '0' : amount, `${row.amount_minor}`, { qrId });
  equal('amount that awaits confirmation', entry.waits ? amount : null, row.awaiting_minor?.toString() ?? null, {
    qrId,
  });
  equal('currency of the entry', data.currency, row.currency);
  equal('end of the hold', new Date(data.maturesAt).toISOString(), row.matures_at);
  equal('time of the entry', effectiveAt, row.created_at);
  equal('entry taken back', entry.reversesEntryId, row.reverses_entry_id);
  return differences;
}

export interface Explained {
  readonly row: EntryRow;
  /** Null: history does not have it. */
  readonly event: RedemptionHistoryEvent | null;
  readonly history: ExplainedRedemption;
  readonly payouts: readonly EntryPayoutEvent[];
  readonly disputes: readonly DisputeNoteEvent[];
  /** Texts of notes about it, by the ids of the notes; erased texts are left out. */
  readonly texts: ReadonlyMap<string, string>;
  readonly differences: readonly Difference[];
}

type Deps = Pick<AuditServiceDeps, 'store' | 'pool'> & { readonly accounts: Pick<NoteTexts, 'noteTexts'> };

/** Reads the events of an entry, and computes it again. */
export async function explain(deps: Deps, row: EntryRow): Promise<Explained> {
  const sought = { redemptionId: row.redemption_id, qrId: row.source_qr_id, siteId: row.site_id };
  const [{ history, unreadable }, payouts, disputes] = await Promise.all([
    explainedRedemption(deps.store, sought),
    payoutsOfEntry(deps, row),
    disputeHistory(deps.store, row.redemption_id),
  ]);
  const texts = await deps.accounts.noteTexts(
    [...history.reversals, ...payouts.events, ...disputes].flatMap(({ fact: { data } }) =>
      'noteId' in data ? (data.noteId ?? []) : [],
    ),
  );
  const event = eventOf(history, row);
  const differences = [
    ...unreadable,
    ...checkHistory(history),
    ...checkAgainstReadModel(event, row, event && (await effectiveClock(deps).at(event.position)).at),
    ...payouts.differences,
  ];
  return { row, event, history, payouts: payouts.events, disputes, texts, differences };
}

/** Computes a redemption and its reversals again. @returns the differences from the record */
export function checkHistory(explained: ExplainedRedemption): readonly Difference[] {
  const { redeemed, confirmed, reversals, tree, site } = explained;
  if (redeemed === null) return [missing('event', 'history does not have the redemption')];
  return [
    ...checkAgainstEvent(redeemed),
    ...checkAgainstTree(redeemed, tree, site),
    ...checkAgainstSite(redeemed, site),
    ...(confirmed ? checkConfirmation(awaitedIn(redeemed.fact.data), confirmed) : []),
    ...checkReversals(redeemed, confirmed, reversals),
  ];
}

/** The event that has the entry; else the one that should have it. */
function eventOf(
  { redeemed, confirmed, reversals }: ExplainedRedemption,
  row: EntryRow,
): RedemptionHistoryEvent | null {
  const earning = row.awaiting_until === null ? [confirmed, redeemed] : [redeemed];
  const all: readonly RedemptionHistoryEvent[] = [...earning.filter((event) => event !== null), ...reversals];
  const type = row.reverses_entry_id === null ? 'BenefitRedeemed' : 'RedemptionReversed';
  return all.find((event) => entryOf(event, row.entry_id)) ?? all.find((event) => isOf(event, type)) ?? null;
}

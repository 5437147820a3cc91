import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import type { StoredEvent } from '@perktree/event-store/port';
import { select } from '@perktree/platform/postgres/select';
import { run } from '@perktree/platform/postgres/sql';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import {
  disputeHistory,
  isOf,
  type RedemptionHistoryEvent,
  redemptionEventsOf,
  redemptionOfStream,
} from '../stream-history.ts';
import type { Place } from './page.ts';
import type { SupportScope } from './subjects.ts';

export type SourceDeps = Pick<AuditServiceDeps, 'pool' | 'store'>;

/** A page of a timeline, as a source has to fill it. */
export interface WantedEvents {
  /** Of the subject: a redemption, a QR or a person. */
  readonly id: string;
  readonly scope: SupportScope;
  /** The page before ends here; null: this is the first page. */
  readonly before: Place | null;
  /** Effective time of `before`: no row after this moment is needed, ISO 8601 UTC; null: every row is. */
  readonly until: string | null;
  /** At least this many of the newest events before `until`, and all events at `until`. */
  readonly count: number;
}

/**
 * Events for a timeline, in any order; older and later ones than wanted may be among them. Read models only say where to
 * look; the timeline itself is made of events.
 */
export type Source = (deps: SourceDeps, wanted: WantedEvents) => Promise<readonly RecordedEvent[]>;

/** Each `id` of a statement about `:id`, within the tenants `:tenantIds` (null: any) and up to the time `:until`. */
export async function idsOf({ pool }: SourceDeps, wanted: WantedEvents, text: string): Promise<readonly string[]> {
  const { id, scope, until } = wanted;
  const { rows } = await run<{ id: string }>(pool, text, { id, tenantIds: scope.tenantIds, until });
  return rows.map((row) => row.id);
}

/**
 * SQL of the newest rows up to a time: all rows of that time, because the page before may end among them, and `count` earlier
 * ones with ties.
 * @param select ends within its WHERE
 * @param column the time; the parameter :until holds its limit
 */
export function newestUntil({ count }: Pick<WantedEvents, 'count'>, select: string, column: string): string {
  return `(${select} AND ${column} = :until::timestamptz) UNION ALL
    (${select} AND (:until::timestamptz IS NULL OR ${column} < :until)
     ORDER BY ${column} DESC FETCH FIRST ${count} ROWS WITH TIES)`;
}

/** The event at the position of a row; null where the store has none there. */
export async function storedAt({ store }: SourceDeps, position: bigint): Promise<StoredEvent | null> {
  const [stored] = await store.readAll(position - 1n, 1);
  return stored?.position === position ? stored : null;
}

type RedemptionRow = ReadModelRow<'redemptions'> & {
  /** Of the redemption's newest event. */
  readonly position: bigint;
  /** Position of the event that redeemed the scan. */
  readonly redeemed: bigint | null;
};

/**
 * The events of some redemptions. Rows of the read models carry the position of their newest event, so most events are read
 * one by one. Only for a redemption that was confirmed, or reversed more than once, the whole stream of its QR is read.
 */
export async function redemptionSource(
  deps: SourceDeps,
  redemptionIds: readonly string[],
): Promise<readonly RedemptionHistoryEvent[]> {
  if (redemptionIds.length === 0) return [];
  const rows = await select<RedemptionRow>(
    deps.pool,
    `SELECT r.*, s.position AS redeemed
     FROM read_models.redemptions r LEFT JOIN read_models.scans s ON s.scan_id = r.scan_id
     WHERE r.redemption_id = ANY($1::uuid[])`,
    [redemptionIds],
  );
  return (await inLanes(rows, (row) => eventsOfRow(deps, row))).flat();
}

async function eventsOfRow(deps: SourceDeps, row: RedemptionRow): Promise<readonly RedemptionHistoryEvent[]> {
  // The confirmation has changed the scan's row, so no row has the position of the redeeming event any more.
  if (row.confirmed_at !== null) return redemptionEventsOf(deps.store, row.qr_id, row.redemption_id);
  const newest = await eventAt(deps, row.position, row.redemption_id);
  if (row.reversed_at === null) {
    if (newest && isOf(newest, 'BenefitRedeemed')) return [newest];
  } else if (row.redeemed !== null && newest && isOf(newest, 'RedemptionReversed')) {
    const isOnlyReversal = newest.fact.data.amount === fromMinor(row.reversed_minor, row.currency as Currency);
    const redeemed = isOnlyReversal ? await eventAt(deps, row.redeemed, row.redemption_id) : null;
    if (redeemed && isOf(redeemed, 'BenefitRedeemed')) return [redeemed, newest];
  }
  // Reversed more than once, or an event was stored between the two reads.
  return redemptionEventsOf(deps.store, row.qr_id, row.redemption_id);
}

async function eventAt(
  deps: SourceDeps,
  position: bigint,
  redemptionId: string,
): Promise<RedemptionHistoryEvent | null> {
  const stored = await storedAt(deps, position);
  if (stored === null || redemptionOfStream(stored.data) !== redemptionId) return null;
  const event = decodeEvent(stored);
  return isOf(event, 'BenefitRedeemed') || isOf(event, 'RedemptionReversed') ? event : null;
}

/** Payouts of distributors on sites; each place but once. */
export async function payoutSource(
  { store }: SourceDeps,
  to: readonly { readonly siteId: string; readonly distributorId: string }[],
): Promise<readonly RecordedEvent[]> {
  const names = [...new Set(to.map(({ siteId, distributorId }) => streams.payouts(siteId, distributorId)))];
  return (await inLanes(names, (stream) => store.readStream(stream))).flat().map(decodeEvent);
}

/** The events that name some ledger entries, or a sum that stands for one of them. @param events each stream in its order */
export function eventsOfEntries(
  events: readonly RecordedEvent[],
  entryIds: Iterable<string>,
): readonly RecordedEvent[] {
  const ids = new Set(entryIds);
  return events.filter(({ fact: { data } }) => {
    const isNamed = 'entryIds' in data && data.entryIds.some((id) => ids.has(id));
    if (isNamed && 'combinedId' in data) ids.add(data.combinedId);
    return isNamed;
  });
}

export async function scanSource(
  deps: SourceDeps,
  by: 'qr_id' | 'customer_id',
  wanted: WantedEvents,
): Promise<readonly RecordedEvent[]> {
  const scans = `SELECT scan_id AS id FROM read_models.scans WHERE ${by} = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`;
  return eventsOfScans(deps, await idsOf(deps, wanted, newestUntil(wanted, scans, 'scanned_at')));
}

export async function eventsOfScans(
  { store }: SourceDeps,
  scanIds: readonly string[],
): Promise<readonly RecordedEvent[]> {
  const read = await inLanes(scanIds, (scanId) => store.readStream(streams.scan(scanId)));
  return read.flat().map(decodeEvent);
}

/** The disputed redemptions of the QR, customer or distributor `:id`. */
const DISPUTED = {
  qr: 'SELECT redemption_id FROM read_models.disputes WHERE qr_id = :id',
  customer: `SELECT d.redemption_id FROM read_models.disputes d JOIN read_models.redemptions r USING (redemption_id)
    WHERE r.customer_id = :id`,
  distributor: `SELECT d.redemption_id FROM read_models.disputes d WHERE EXISTS (
    SELECT FROM read_models.ledger_entries l WHERE l.redemption_id = d.redemption_id AND l.distributor_id = :id)`,
} as const;

/** Dispute notes about redemptions of a QR, a customer or a distributor. Reads all of them, because they are few. */
export async function disputeEventsOf(
  { pool, store }: SourceDeps,
  kind: keyof typeof DISPUTED,
  id: string,
): Promise<readonly RecordedEvent[]> {
  const { rows } = await run<{ redemption_id: string }>(pool, DISPUTED[kind], { id });
  const read = await inLanes(rows, ({ redemption_id }) => disputeHistory(store, redemption_id));
  return read.flat();
}

/** From the scan to the payouts of its commission. Always complete, because it is short. */
export const ofRedemption: Source = async (deps, { id }) => {
  const events = await redemptionSource(deps, [id]);
  const redeemed = events.find((event) => isOf(event, 'BenefitRedeemed'))?.fact.data;
  if (redeemed === undefined) return events;
  const { siteId, scanId } = redeemed;
  const shares = [...(redeemed.awaitsConfirmation?.shares ?? []), ...events.flatMap(({ fact }) => fact.data.shares)];
  const entryIds = shares.map(({ entryId }) => entryId);
  const [scans, disputes, payouts] = await Promise.all([
    eventsOfScans(deps, [scanId]),
    disputeHistory(deps.store, id),
    payoutSource(
      deps,
      shares.map(({ ownerId }) => ({ siteId, distributorId: ownerId })),
    ),
  ]);
  return [...events, ...scans, ...disputes, ...eventsOfEntries(payouts, entryIds)];
};

import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import { TIMELINE_EVENTS, type TimelineEventType, type TimelineKind } from '@perktree/contracts/support/calls';
import { effectiveClock } from '../effective-clock.ts';
import { inLanes } from '../in-lanes.ts';
import { siteHistory, type TreeEvent, treeHistory, viewHistory } from '../stream-history.ts';
import { newestFirst, type Place, type TimelinePage } from './page.ts';
import {
  disputeEventsOf,
  idsOf,
  newestUntil,
  ofRedemption,
  payoutSource,
  redemptionSource,
  type Source,
  type SourceDeps,
  scanSource,
  storedAt,
  type WantedEvents,
} from './sources.ts';
import type { SupportScope } from './subjects.ts';

/** Claims, earnings and payouts of a distributor. */
const ofDistributor: Source = async (deps, wanted) => {
  const [earned, paid, claims, blocks, disputes, views] = await Promise.all([
    earnings(deps, wanted),
    payouts(deps, wanted),
    claimsOf(deps, wanted),
    blocksOf(deps, wanted),
    disputeEventsOf(deps, 'distributor', wanted.id),
    viewHistory(deps.store, wanted.id),
  ]);
  return [...earned, ...paid, ...claims, ...blocks, ...disputes, ...views];
};

const EARNED = `SELECT DISTINCT created_at, redemption_id FROM read_models.ledger_entries
  WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`;

const WITH_REDEMPTION = `FROM read_models.ledger_entries l JOIN read_models.redemptions r USING (redemption_id)
  WHERE l.distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR l.tenant_id = ANY(:tenantIds))`;

/** An entry that was confirmed has the later time of its confirmation; its redemption may be on this page all the same. */
const CONFIRMED_LATER = `SELECT DISTINCT r.redeemed_at, redemption_id ${WITH_REDEMPTION}
  AND r.confirmed_at IS NOT NULL AND l.created_at > :until`;

/** A reversal that ends the waiting of an entry creates no entry of its own. */
const ENDED_WAITING = `SELECT DISTINCT r.reversed_at, redemption_id ${WITH_REDEMPTION}
  AND l.awaiting_minor IS NOT NULL AND l.reversed`;

async function earnings(deps: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const ids = await idsOf(
    deps,
    wanted,
    // Entries of one event are of one redemption and one instant.
    `SELECT DISTINCT redemption_id AS id FROM (
       ${newestUntil(wanted, EARNED, 'created_at')}
       UNION ALL ${newestUntil(wanted, CONFIRMED_LATER, 'r.redeemed_at')}
       UNION ALL ${newestUntil(wanted, ENDED_WAITING, 'r.reversed_at')}) AS newest`,
  );
  return redemptionSource(deps, ids);
}

async function payouts(deps: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const sites = await idsOf(
    deps,
    wanted,
    `SELECT DISTINCT site_id AS id FROM read_models.payouts
     WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`,
  );
  const paidTo = sites.map((siteId) => ({ siteId, distributorId: wanted.id }));
  return payoutSource(deps, paidTo);
}

const CLAIMED = `SELECT position AS id FROM read_models.claims
  WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`;

/** Claims and releases, each by its position: trees may be large. */
async function claimsOf(deps: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const positions = await idsOf(deps, wanted, newestUntil(wanted, CLAIMED, 'at'));
  const stored = await inLanes(positions, (position) => storedAt(deps, BigInt(position)));
  return stored
    .flatMap((event) => (event === null ? [] : [decodeEvent(event)]))
    .filter((event) => isAbout(event, wanted.id));
}

async function blocksOf(deps: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const siteIds = await idsOf(
    deps,
    wanted,
    `SELECT DISTINCT site_id AS id FROM read_models.qrs WHERE owner_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))
     UNION SELECT site_id FROM read_models.earnings WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`,
  );
  const sites = await inLanes(siteIds, (siteId) => siteHistory(deps.store, siteId));
  return sites.flat().filter((event) => isAbout(event, wanted.id));
}

const isAbout = ({ fact: { data } }: RecordedEvent, userId: string) =>
  'distributorId' in data && data.distributorId === userId;

/** Changes of a QR, its scans, redemptions and disputes. */
const ofQr: Source = async (deps, wanted) => {
  const { rows } = await deps.pool.query<{ root_qr_id: string }>(
    'SELECT root_qr_id FROM read_models.qrs WHERE qr_id = $1',
    [wanted.id],
  );
  const [row] = rows;
  if (row === undefined) return [];
  const [tree, scans, disputes, redemptions] = await Promise.all([
    treeHistory(deps.store, row.root_qr_id),
    scanSource(deps, 'qr_id', wanted),
    disputeEventsOf(deps, 'qr', wanted.id),
    redemptionsOfQr(deps, wanted),
  ]);
  return [...tree.filter((event) => concerns(event, wanted.id)), ...scans, ...disputes, ...redemptions];
};

function concerns({ fact: { type, data } }: TreeEvent, qrId: string): boolean {
  if (data.qrId === qrId) return true;
  if (type === 'QrSplit') return data.children.some((child) => child.qrId === qrId);
  return type === 'SiblingQrCreated' && data.qr.qrId === qrId;
}

/** From the stream of the QR, which is read from a revision on: as far back as the page may need. */
async function redemptionsOfQr({ pool, store }: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const { rows } = await pool.query<{ redemptions: number }>(
    `SELECT redemptions FROM read_models.daily_activity
     WHERE qr_id = $1 AND ($2::timestamptz IS NULL OR quarter_hour + interval '15 minutes' <= $2) ORDER BY quarter_hour DESC`,
    [wanted.id, wanted.until],
  );
  let within = 0;
  let quarters = 0;
  while (quarters < rows.length && within < wanted.count) within += rows[quarters++]?.redemptions ?? 0;
  // Each earlier redemption has at least one event.
  const before = rows.slice(quarters).reduce((sum, { redemptions }) => sum + redemptions, 0);
  const stored = await store.readStream(streams.redemptions(wanted.id), before);
  // Cut before decoding.
  const earlier = stored.filter(({ position }) => wanted.before === null || position < wanted.before.position);
  return earlier.slice(-wanted.count).map(decodeEvent);
}

const REDEEMED = `SELECT redemption_id AS id FROM read_models.redemptions
  WHERE customer_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`;

const CONFIRMED = `${REDEEMED} AND confirmed_at IS NOT NULL`;

/** Scans, redemptions, confirmations and reversals of a customer. */
const ofCustomer: Source = async (deps, wanted) => {
  const { id } = wanted;
  const [scans, disputes, views, redemptionIds] = await Promise.all([
    scanSource(deps, 'customer_id', wanted),
    disputeEventsOf(deps, 'customer', id),
    viewHistory(deps.store, id),
    idsOf(
      deps,
      wanted,
      // All reversed redemptions: a row only has its newest reversal, and earlier ones may be on this page.
      `(${newestUntil(wanted, REDEEMED, 'redeemed_at')})
       UNION (${newestUntil(wanted, CONFIRMED, 'confirmed_at')})
       UNION ${REDEEMED} AND reversed_at IS NOT NULL`,
    ),
  ]);
  return [...scans, ...disputes, ...views, ...(await redemptionSource(deps, redemptionIds))];
};

export type DescribedEvent = RecordedEvent<TimelineEventType>;

const SOURCES: Readonly<Record<TimelineKind, Source>> = {
  redemption: ofRedemption,
  customer: ofCustomer,
  qr: ofQr,
  distributor: ofDistributor,
};

/** A page of a timeline, newest first, and where the next one begins; null: that was all. */
export async function timelineOf(
  deps: SourceDeps,
  subject: { readonly kind: TimelineKind; readonly id: string; readonly scope: SupportScope },
  { limit, before }: TimelinePage,
): Promise<{ readonly events: readonly DescribedEvent[]; readonly next: Place | null }> {
  const { kind, id, scope } = subject;
  // One more row shows whether a next page exists.
  const found = await SOURCES[kind](deps, { id, scope, before, until: before?.at ?? null, count: limit + 1 });
  const events = describedEvents(found, scope, before);
  const shown = events.slice(0, limit);
  const last = shown.at(-1);
  return { events: shown, next: events.length > limit && last ? await placeOf(deps, last) : null };
}

async function placeOf(deps: SourceDeps, { position }: DescribedEvent): Promise<Place> {
  const { at } = await effectiveClock(deps).at(position);
  return { at, position };
}

function describedEvents(
  found: readonly RecordedEvent[],
  scope: SupportScope,
  before: Place | null,
): readonly DescribedEvent[] {
  const unique = new Map(found.map((event) => [event.eventId, event]));
  return [...unique.values()]
    .filter((event): event is DescribedEvent => isOnTimeline(event) && isWithin(event, scope))
    .filter((event) => before === null || newestFirst(event, before) > 0)
    .toSorted(newestFirst);
}

export const isOnTimeline = ({ fact }: RecordedEvent) => (TIMELINE_EVENTS as readonly string[]).includes(fact.type);

const isWithin = ({ fact: { data } }: RecordedEvent, { tenantIds }: SupportScope) =>
  tenantIds === null || ('tenantId' in data && data.tenantId !== null && tenantIds.includes(data.tenantId));

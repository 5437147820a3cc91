import { setImmediate } from 'node:timers/promises';
import { categoryOf, streams } from '@perktree/contracts/catalogue/events';
import type { ReadModelName } from '@perktree/contracts/catalogue/read-models';
import type { StoredEvent } from '@perktree/event-store/port';
import { systemTimers } from '@perktree/platform/time/timers';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { projectedUpTo } from '../statement/own-streams.ts';
import { textIn } from '../text-in.ts';

/** Events of history in the order of the store, some at a time. */
export type History = AsyncIterable<readonly StoredEvent[]>;

export interface ReplayProgress {
  readonly position: bigint;
  readonly head: bigint;
  readonly events: number;
}

const PAGE = 2_000;

/** Every event up to a position. @throws what the signal was aborted with, between two pages */
export async function* wholeHistory(
  store: Pick<AuditServiceDeps['store'], 'readAll'>,
  upTo: bigint,
  signal?: AbortSignal,
): AsyncGenerator<readonly StoredEvent[]> {
  let next = store.readAll(0n, PAGE);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    signal?.throwIfAborted();
    const isLast = page.length < PAGE || last.position >= upTo;
    // Prefetch the next page.
    if (!isLast) next = store.readAll(last.position, PAGE);
    yield last.position > upTo ? page.filter(({ position }) => position <= upTo) : page;
    if (isLast) return;
  }
}

/** Most events of a site in memory: about 150 MB. */
const MAX_HELD = 50_000;

/** The read models that list the streams of a site. */
const LISTING: readonly ReadModelName[] = ['qrs', 'redemptions', 'payouts', 'combined_entries', 'disputes'];
/** Longer than live read models are behind. */
const LISTED_WITHIN_MS = 2_000;
const POLL_MS = 20;

/**
 * The events of one site that affect money, read from its own streams, which the read models list. A site with more
 * than `maxHeld` events is read from the whole history instead, a page at a time, to bound memory. So is any site
 * while a read model that lists its streams is paused, failed, filling, or more than two seconds behind.
 * @param maxHeld events
 */
export async function* siteHistoryOf(
  { store, pool }: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  upTo: bigint,
  maxHeld: number = MAX_HELD,
): AsyncGenerator<readonly StoredEvent[]> {
  const events = (await areStreamsListed(pool, upTo))
    ? await eventsOfSite({ store, pool }, siteId, upTo, maxHeld)
    : null;
  if (events === null) {
    for await (const page of wholeHistory(store, upTo)) {
      yield page.filter(({ data, stream }) => textIn(data, 'siteId') === siteId || categoryOf(stream) === 'apiKeys');
      await setImmediate();
    }
    return;
  }
  events.sort((a, b) => (a.position < b.position ? -1 : 1));
  for (let from = 0; from < events.length; from += PAGE) {
    yield events.slice(from, from + PAGE);
    // Yield to other requests.
    await setImmediate();
  }
}

/** Waits up to two seconds until the read models have all events up to a position, and so list their streams. */
async function areStreamsListed(pool: AuditServiceDeps['pool'], upTo: bigint): Promise<boolean> {
  const deadline = systemTimers.now() + LISTED_WITHIN_MS;
  while ((await projectedUpTo(pool, LISTING)) < upTo) {
    if (systemTimers.now() >= deadline) return false;
    await systemTimers.sleep(POLL_MS);
  }
  return true;
}

/** Null if there are more than `maxHeld`. */
async function eventsOfSite(
  { store, pool }: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  upTo: bigint,
  maxHeld: number,
): Promise<StoredEvent[] | null> {
  const { rows } = await pool.query<{ redemptions: number }>(
    'SELECT count(*)::int AS redemptions FROM read_models.redemptions WHERE site_id = $1',
    [siteId],
  );
  if ((rows[0]?.redemptions ?? 0) > maxHeld) return null;
  const events: StoredEvent[] = [];
  const read = async (name: string) => {
    if (events.length > maxHeld) return;
    // Streams are read at different times. Cutting all of them at one position keeps them consistent.
    for (const event of await store.readStream(name)) if (event.position <= upTo) events.push(event);
  };
  await inLanes(await streamsOfSite(pool, siteId), read);
  await inLanes(namedIn(events), read);
  return events.length > maxHeld ? null : events;
}

/** The streams of the scans that were redeemed, and of the API keys that may have confirmed them. */
function namedIn(events: readonly StoredEvent[]): readonly string[] {
  const names = events.flatMap(({ type, data }) => {
    if (type === 'BenefitRedeemed') return streams.scan(textIn(data, 'scanId') ?? '');
    return type === 'SiteCreated' ? streams.apiKeys(textIn(data, 'tenantId') ?? '') : [];
  });
  return [...new Set(names)];
}

/** Streams of a site by the kind of their row. */
const STREAM_OF = {
  tree: (_: string, rootQrId: string) => streams.commissionTree(rootQrId),
  redemptions: (_: string, qrId: string) => streams.redemptions(qrId),
  payouts: streams.payouts,
  dispute: (_: string, redemptionId: string) => streams.dispute(redemptionId),
} as const;

async function streamsOfSite(pool: AuditServiceDeps['pool'], siteId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ kind: keyof typeof STREAM_OF; id: string }>(
    // Also distributors whose entries were combined, but not paid out or written off yet.
    `SELECT 'tree' AS kind, qr_id::text AS id FROM read_models.qrs WHERE site_id = $1 AND depth = 0
     UNION ALL SELECT 'redemptions', qr_id::text FROM read_models.qrs WHERE site_id = $1
       AND EXISTS (SELECT FROM read_models.redemptions WHERE redemptions.qr_id = qrs.qr_id)
     UNION SELECT 'payouts', distributor_id FROM read_models.payouts WHERE site_id = $1
     UNION SELECT 'payouts', distributor_id FROM read_models.combined_entries WHERE site_id = $1
     UNION ALL SELECT 'dispute', redemption_id::text FROM read_models.disputes WHERE site_id = $1`,
    [siteId],
  );
  const named = rows.map(({ kind, id }) => STREAM_OF[kind](siteId, id));
  return [streams.site(siteId), streams.approvals(siteId), ...named];
}

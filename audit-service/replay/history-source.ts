import { setImmediate } from 'node:timers/promises';
import { streams } from '@perktree/contracts/streams';
import type { StoredEvent } from '@perktree/event-store/port';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';

/** Events of history in the order of the store, some at a time. */
export type History = AsyncIterable<readonly StoredEvent[]>;

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
    // The next page comes while this one is looked at.
    if (!isLast) next = store.readAll(last.position, PAGE);
    yield last.position > upTo ? page.filter(({ position }) => position <= upTo) : page;
    if (isLast) return;
  }
}

/**
 * The events of one site that money depends on, by its streams: what other sites and visitors did is not read. Where they
 * are, the read models say.
 */
export async function* siteHistoryOf(
  { store, pool }: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  upTo: bigint,
): AsyncGenerator<readonly StoredEvent[]> {
  const names = await streamsOfSite(pool, siteId);
  const read = await inLanes(names, (name) => store.readStream(name));
  // Streams are read one after another: what was stored meanwhile is left out of all of them.
  const events = read.flatMap((stream) => stream.filter(({ position }) => position <= upTo));
  events.sort((a, b) => (a.position < b.position ? -1 : 1));
  for (let from = 0; from < events.length; from += PAGE) {
    yield events.slice(from, from + PAGE);
    // Others are served meanwhile.
    await setImmediate();
  }
}

async function streamsOfSite(pool: AuditServiceDeps['pool'], siteId: string): Promise<readonly string[]> {
  const [qrs, distributors] = await Promise.all([
    pool.query<{ qr_id: string; depth: number; redeemed: boolean }>(
      `SELECT qr_id, depth, EXISTS (SELECT FROM read_models.redemptions WHERE redemptions.qr_id = qrs.qr_id) AS redeemed
       FROM read_models.qrs WHERE site_id = $1`,
      [siteId],
    ),
    pool.query<{ distributor_id: string }>(
      'SELECT DISTINCT distributor_id FROM read_models.payouts WHERE site_id = $1',
      [siteId],
    ),
  ]);
  return [
    streams.site(siteId),
    ...qrs.rows.filter(({ depth }) => depth === 0).map(({ qr_id }) => streams.commissionTree(qr_id)),
    ...qrs.rows.filter(({ redeemed }) => redeemed).map(({ qr_id }) => streams.redemptions(qr_id)),
    ...distributors.rows.map(({ distributor_id }) => streams.payouts(siteId, distributor_id)),
  ];
}

import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Pool, PoolClient } from 'pg';
import { holdProjectors } from '../leases/leases.ts';
import { readCheckpoints } from '../live/checkpoints.ts';
import { LEASES_TABLE } from '../tables/bookkeeping.ts';
import { qualified } from '../tables/read-model-table.ts';
import type { Copy } from './copies.ts';
import { fill } from './fill.ts';
import { hashRows, type RowsHash } from './hash-rows.ts';

/** The comparison of a copy with the serving table at the same position. */
export interface ComparedTables {
  readonly position: string;
  readonly live: RowsHash;
  readonly copy: RowsHash;
  readonly identical: boolean;
}

interface Comparable {
  readonly copy: Copy;
  /** The table that serves. */
  readonly live: string;
  readonly position: bigint;
}

/**
 * Hashes the rows of copies and of the live tables at the same position. The projectors are blocked while the last events are
 * applied to the copies. They continue while the hashes are computed in a snapshot of that moment.
 * @param copies at most a few events behind
 * @returns results by the copy's table; a copy has none unless the same version of its read model is live
 */
export async function compareWithLive(
  options: { readonly store: OrderedStore; readonly pool: Pool; readonly signal: AbortSignal },
  copies: readonly Copy[],
  /** Progress from 0 to 1; not called without rows to compare. */
  onCompared: (done: number) => Promise<void>,
): Promise<ReadonlyMap<string, ComparedTables>> {
  const { pool } = options;
  const result = new Map<string, ComparedTables>();
  await waitForLive(options, copies);
  await withSnapshot(pool, async (snapshot, begin) => {
    const comparable = await inTransaction(pool, async (client) => {
      await holdProjectors(client);
      const level = await bringLevel(options, client, copies);
      await begin();
      return level;
    });
    const weights = await sizesOf(snapshot, comparable);
    const all = weights.reduce((sum, each) => sum + each, 0);
    let done = 0;
    if (comparable.length > 0) await onCompared(0);
    for (const [index, { copy, live, position }] of comparable.entries()) {
      const [ofLive, ofCopy] = [
        await hashRows(snapshot, copy.projection, live),
        await hashRows(snapshot, copy.projection, copy.relation),
      ];
      const identical = ofLive.rows === ofCopy.rows && ofLive.hash === ofCopy.hash;
      result.set(copy.relation, { position: `${position}`, live: ofLive, copy: ofCopy, identical });
      done += weights[index] ?? 0;
      await onCompared(done / all);
    }
  });
  for (const [relation, compared] of result) {
    await pool.query(`UPDATE ${PROJECTIONS_TABLE} SET compared = $2 WHERE relation = $1`, [
      relation,
      JSON.stringify(compared),
    ]);
  }
  return result;
}

/** Sizes of both tables of each comparison in bytes, to weigh the progress. */
async function sizesOf(snapshot: PoolClient, comparable: readonly Comparable[]): Promise<readonly number[]> {
  const { rows } = await snapshot.query<{ bytes: string }>(
    `SELECT pg_relation_size(to_regclass(name)) + pg_relation_size(to_regclass(other)) + 1 AS bytes
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t(name, other, place) ORDER BY place`,
    [comparable.map(({ live }) => qualified(live)), comparable.map(({ copy }) => qualified(copy.relation))],
  );
  return rows.map(({ bytes }) => Number(bytes));
}

/** Longest wait for live tables to reach copies that have overtaken them, and polling interval, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Waits for live tables that are behind their copies, because a copy cannot go back. Without a leading projector it gives up. */
async function waitForLive(
  { pool, signal }: { readonly pool: Pool; readonly signal: AbortSignal },
  copies: readonly Copy[],
) {
  for (const end = systemTimers.now() + LONGEST_WAIT_MS; systemTimers.now() < end && !signal.aborted; ) {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM ${PROJECTIONS_TABLE} live JOIN ${PROJECTIONS_TABLE} copy USING (name, version)
       WHERE live.serving AND live.status = 'live' AND copy.relation = ANY($1) AND copy.position > live.position
         AND EXISTS (SELECT 1 FROM ${LEASES_TABLE} WHERE expires_at > clock_timestamp()) LIMIT 1`,
      [copies.map(({ relation }) => relation)],
    );
    if (rowCount === 0) return;
    await systemTimers.sleep(LOOK_EVERY_MS, signal);
  }
}

async function bringLevel(
  options: { readonly store: OrderedStore; readonly pool: Pool; readonly signal: AbortSignal },
  client: PoolClient,
  copies: readonly Copy[],
): Promise<readonly Comparable[]> {
  const checkpoints = await readCheckpoints(client);
  const comparable = copies.flatMap((copy): Comparable[] => {
    const { name, version } = copy.projection;
    const live = checkpoints.find((each) => each.name === name && each.serving);
    const own = checkpoints.find(({ relation }) => relation === copy.relation);
    if (live?.status !== 'live' || live.version !== version || own === undefined) return [];
    if (own.position > live.position) return [];
    return [{ copy: { ...copy, position: own.position }, live: live.relation, position: live.position }];
  });
  const stopped = new Set<string>();
  for (const upTo of new Set(comparable.map(({ position }) => position))) {
    const level = comparable.filter(({ position }) => position === upTo).map(({ copy }) => copy);
    for (const { projection } of (await fill({ ...options, upTo }, level)).stopped) stopped.add(projection);
  }
  return comparable.filter(({ copy }) => !stopped.has(copy.projection.name));
}

/** Runs work in a transaction whose snapshot is taken when the work calls `begin`. */
async function withSnapshot(
  pool: Pool,
  work: (snapshot: PoolClient, begin: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, (client) =>
    work(client, async () => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      // The first reading statement takes the snapshot.
      await client.query('SELECT 1');
    }),
  );
}

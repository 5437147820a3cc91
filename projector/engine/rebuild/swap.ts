import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECTIONS_TABLE } from '@perktree/contracts/read-models';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import { holdProjectors } from '../leases/leases.ts';
import { applyBatch } from '../live/apply-batch.ts';
import { announcePosition, type Checkpoint, CheckpointMoved, readCheckpoints } from '../live/checkpoints.ts';
import { decodeBatch } from '../live/decoding.ts';
import { createViewSql, qualified } from '../tables/read-model-table.ts';
import type { Copy } from './copies.ts';

/**
 * How long the swap waits for readers of a view, in milliseconds. New readers queue behind it, so it gives up soon and
 * retries.
 */
const WAIT_FOR_READERS_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';
/** Pauses between attempts, in milliseconds. They double up to the longest, so the swap outlasts a reader of some minutes. */
const PAUSES = { first: 50, longest: 1_000 };
const ATTEMPTS = 600;

/**
 * Switches readers to copies, each in one transaction: applies the last events, replaces the view and updates the checkpoints.
 * The old tables stay with the status `retired`. After a failure, a repeated call swaps the rest.
 * @throws PoisonEvent for a copy that cannot take one of the last events; SwapInTheWay
 */
export async function swapIn(
  options: { readonly store: OrderedStore; readonly pool: Pool; readonly signal: AbortSignal },
  copies: readonly Copy[],
): Promise<void> {
  const { store, pool, signal } = options;
  let left = copies;
  let pause = PAUSES.first;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    // The projectors start again after a change of their checkpoints: let them see all changes at once.
    left = await inTransaction(pool, async (client) => {
      await holdProjectors(client);
      return swapUntilLocked(pool, store, left);
    });
    if (left.length === 0) return;
    if (attempt === ATTEMPTS) throw new SwapInTheWay();
    await sleep(pause, undefined, { signal }).catch(() => {});
    pause = Math.min(pause * 2, PAUSES.longest);
  }
}

/**
 * Swaps copies while the caller holds the projectors, up to one whose view is locked by a reader.
 * @returns the copies that are left
 */
async function swapUntilLocked(pool: Pool, store: OrderedStore, copies: readonly Copy[]): Promise<readonly Copy[]> {
  for (const [index, copy] of copies.entries()) {
    try {
      // One that locked several views would deadlock with readers that join them in another order.
      await inTransaction(pool, (client) => swapWithin(client, store, copy));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      return copies.slice(index);
    }
  }
  return [];
}

/** The swap gave up, because a long transaction of a reader locks the views. */
export class SwapInTheWay extends Error {
  override readonly name = 'SwapInTheWay';
  constructor() {
    super('a transaction that reads the views does not end: end it, and swap once more');
  }
}

async function swapWithin(client: PoolClient, store: OrderedStore, copy: Copy): Promise<void> {
  const checkpoints = await readCheckpoints(client);
  const own = ownOf(checkpoints, copy);
  const { name, version, table } = copy.projection;
  const replaced = checkpoints.find((each) => each.serving && each.name === name);
  // The copy is level with the live tables, so no reader sees older rows than before.
  const marks = [...checkpoints.filter(({ status }) => status === 'live'), ...(replaced ? [replaced] : []), own];
  const upTo = marks.map(({ position }) => position).reduce((a, b) => (a > b ? a : b));
  await readRest(client, store, { ...copy, position: own.position }, upTo);
  await client.query(`SET LOCAL lock_timeout = ${WAIT_FOR_READERS_MS}`);
  // Columns of a new version may differ, which CREATE OR REPLACE VIEW refuses.
  if (replaced?.version !== version) await client.query(`DROP VIEW IF EXISTS ${qualified(table.name)}`);
  await client.query(createViewSql(table, copy.relation));
  await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET status = 'retired', serving = false, updated_at = now() WHERE relation = $1`,
    [replaced?.relation],
  );
  await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET status = 'live', serving = true, position = $2, updated_at = now()
     WHERE relation = $1`,
    [copy.relation, upTo],
  );
  await announcePosition(client);
}

function ownOf(checkpoints: readonly Checkpoint[], { relation }: Copy): Checkpoint {
  const own = checkpoints.find((each) => each.relation === relation);
  if (own === undefined || own.serving || own.status === 'failed') throw new CheckpointMoved();
  return own;
}

const PAGE = 2_000;

async function readRest(client: PoolClient, store: OrderedStore, copy: Copy, upTo: bigint): Promise<void> {
  for (let after = copy.position; after < upTo; ) {
    const page = await store.readAll(after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    const events = page.filter(({ position }) => position <= upTo);
    const poison = await applyBatch(client, { ...copy, position: after }, decodeBatch(events, [copy.projection]));
    if (poison) throw poison;
    after = last.position;
  }
}

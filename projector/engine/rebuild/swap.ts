import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Pool, PoolClient } from 'pg';
import { holdProjectors } from '../leases/leases.ts';
import { announcePosition, type Followed, readCheckpoints } from '../live/checkpoints.ts';
import { fill } from '../live/fill.ts';
import { createViewSql, qualified } from '../tables/read-model-table.ts';
import { runningCopies } from './copies.ts';

/**
 * How long the swap waits for readers of a view, in milliseconds. New readers queue behind it, so it gives up soon, and tries
 * again.
 */
const WAIT_FOR_READERS_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';
/** Pauses between attempts, in milliseconds. They double up to the longest, so the swap outlasts a reader of some minutes. */
const PAUSES = { first: 50, longest: 1_000 };
const ATTEMPTS = 600;

interface Swapping {
  readonly store: OrderedStore;
  readonly pool: Pool;
  readonly signal: AbortSignal;
}

/**
 * Switches readers to copies: applies the last events, and for each, in one transaction, replaces the view and updates the
 * checkpoints. The old tables stay with the status `retired`. After a failure, a repeated call swaps the rest.
 * @returns those swapped: all but copies that cannot take one of the last events
 * @throws SwapInTheWay
 */
export async function swapIn(options: Swapping, copies: readonly Followed[]): Promise<readonly Followed[]> {
  const { pool, signal } = options;
  const swapped: Followed[] = [];
  let left = copies;
  let pause = PAUSES.first;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    // The projectors start again after a change of their checkpoints: let them see all changes at once.
    const level = await inTransaction(pool, async (client) => {
      await holdProjectors(client);
      const { targets, upTo } = await bringLevel(options, left);
      swapped.push(...(await swapUntilLocked(pool, targets, upTo)));
      return targets;
    });
    left = level.filter((each) => !swapped.includes(each));
    if (left.length === 0) return swapped;
    if (attempt === ATTEMPTS) throw new SwapInTheWay();
    await systemTimers.sleep(pause, signal);
    pause = Math.min(pause * 2, PAUSES.longest);
  }
}

/** Brings copies level with the live tables, so that no reader sees older rows than before. */
async function bringLevel({ store, pool, signal }: Swapping, copies: readonly Followed[]) {
  const current = await runningCopies(
    pool,
    copies.map(({ projection }) => projection),
  );
  const checkpoints = await readCheckpoints(pool);
  const names = new Set(copies.map(({ name }) => name));
  const followed = checkpoints.filter(({ status, serving, name }) => status === 'live' || (serving && names.has(name)));
  const upTo = [...followed, ...current].map(({ position }) => position).reduce((a, b) => (a > b ? a : b));
  const { targets } = await fill({ store, pool, signal, upTo }, current);
  return { targets, upTo };
}

/** Swaps copies up to one whose view is locked by a reader. @returns those swapped */
async function swapUntilLocked(pool: Pool, copies: readonly Followed[], upTo: bigint): Promise<readonly Followed[]> {
  for (const [index, copy] of copies.entries()) {
    try {
      // A transaction that locked several views would deadlock with readers that join them in another order.
      await inTransaction(pool, (client) => swapOne(client, copy, upTo));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      return copies.slice(0, index);
    }
  }
  return copies;
}

async function swapOne(
  client: PoolClient,
  { projection: { table }, name, version, relation }: Followed,
  upTo: bigint,
): Promise<void> {
  const replaced = (await readCheckpoints(client)).find((each) => each.serving && each.name === name);
  await client.query(`SET LOCAL lock_timeout = ${WAIT_FOR_READERS_MS}`);
  // Columns of a new version may differ, which CREATE OR REPLACE VIEW refuses.
  if (replaced?.version !== version) await client.query(`DROP VIEW IF EXISTS ${qualified(table.name)}`);
  await client.query(createViewSql(table, relation));
  await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET status = 'retired', serving = false, updated_at = now() WHERE relation = $1`,
    [replaced?.relation],
  );
  await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET status = 'live', serving = true, position = $2, updated_at = now()
     WHERE relation = $1`,
    [relation, upTo],
  );
  await announcePosition(client);
}

/** The swap gave up, because a long transaction of a reader locks the views. */
export class SwapInTheWay extends Error {
  override readonly name = 'SwapInTheWay';
  constructor() {
    super('a transaction that reads the views does not end: end it, and swap once more');
  }
}

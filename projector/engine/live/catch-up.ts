import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { assertLease, holdProjectors, type Lease } from '../leases/leases.ts';
import { RowsRefused } from './apply-batch.ts';
import { type RunningWriter, writeBatch, writeLiveWithin } from './batch-writer.ts';
import { announcePosition, CheckpointMoved } from './checkpoints.ts';
import { decodeBatch } from './decoding.ts';
import { readChunk } from './event-pages.ts';
import type { PoisonEvent } from './fold.ts';

interface CatchingUp {
  readonly store: OrderedStore;
  readonly pool: Pool;
  readonly lease: Lease;
  readonly batchSize: number;
  readonly signal: AbortSignal;
}

/**
 * Lets serving read models that are behind catch up with the live ones, one transaction per batch, and then makes them live.
 * No reader waits for them before that.
 * @returns the events that stopped some of them; `joined`: the others are live
 * @throws LeaseLost, CheckpointMoved
 */
export async function catchUp(
  options: CatchingUp,
  behind: readonly RunningWriter[],
): Promise<{ readonly stopped: readonly PoisonEvent[]; readonly joined: boolean }> {
  const { store, pool, lease, batchSize, signal } = options;
  let running = behind;
  const stopped: PoisonEvent[] = [];
  while (!signal.aborted && running.length > 0) {
    const events = await store.readAll(slowest(running), batchSize);
    if (events.length < batchSize) {
      const joined = await join(options, running);
      if (joined) return { stopped: [...stopped, ...joined], joined: true };
    }
    const written = await writeBatch(pool, running, events, lease);
    running = written.running;
    stopped.push(...written.stopped);
  }
  return { stopped, joined: false };
}

/** Applies the last events and makes the read models live, while projectors are blocked. Null: Postgres refused rows. */
async function join(
  { store, pool, lease }: CatchingUp,
  running: readonly RunningWriter[],
): Promise<readonly PoisonEvent[] | null> {
  return inTransaction(pool, async (client) => {
    // In this order: upgrading a shared lock to an exclusive one could deadlock.
    await holdProjectors(client);
    await assertLease(client, lease);
    const { rows } = await client.query<{ position: string | null }>(
      `SELECT max(position) AS position FROM ${PROJECTIONS_TABLE} WHERE status = 'live'`,
    );
    // Without live read models, those that have caught up with the store become live.
    const upTo = rows[0]?.position ? BigInt(rows[0].position) : await store.head();
    const batch = decodeBatch(
      await readChunk(store, slowest(running), upTo, Number.MAX_SAFE_INTEGER),
      running.map(({ projection }) => projection),
    );
    const written = batch.length > 0 ? await writeLiveWithin(client, running, batch) : { running, stopped: [] };
    const relations = written.running.map(({ checkpoint }) => checkpoint.relation);
    const { rowCount } = await client.query(
      `UPDATE ${PROJECTIONS_TABLE} SET status = 'live', updated_at = now() WHERE relation = ANY($1) AND status = 'filling'`,
      [relations],
    );
    if (rowCount !== relations.length) throw new CheckpointMoved();
    await announcePosition(client);
    return written.stopped;
  }).catch((error: unknown) => {
    if (error instanceof RowsRefused) return null;
    throw error;
  });
}

const slowest = (running: readonly RunningWriter[]) =>
  running.map(({ checkpoint }) => checkpoint.position).reduce((a, b) => (a < b ? a : b));

import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import { applyBatch, RowsRefused } from './apply-batch.ts';
import { announcePosition, type Checkpoint, markFailed, moveCheckpoints } from './checkpoints.ts';
import { decodeBatch, type Incoming } from './decoding.ts';
import { PoisonEvent } from './fold.ts';
import { assertLease, type Lease } from './leases.ts';
import type { Projection } from './projection.ts';

/** A read model that is being kept up to date, and how far it is. */
export interface Running {
  readonly projection: Projection;
  readonly checkpoint: Checkpoint;
}

/** Where a batch goes, and by what right. */
interface Destination {
  readonly pool: Pool;
  /** Null: nobody else writes. */
  readonly lease: Lease | null;
}

/**
 * The events are on the disk before the projector sees them. What the server loses of their rows when it crashes is lost
 * together with the checkpoint, and comes again.
 */
const BEGIN_WITHOUT_WAITING_FOR_THE_DISK = 'BEGIN; SET LOCAL synchronous_commit = off';

/** Rows that Postgres refuses, by the read model they are of: found by trying. */
type Refusals = ReadonlyMap<string, RowsRefused>;

export interface Written {
  readonly running: readonly Running[];
  readonly stopped: readonly PoisonEvent[];
}

/**
 * Writes a batch into all running read models: rows, checkpoints and the announcement in one transaction. A read model
 * that cannot take an event stops before it; the others go on.
 * @throws LeaseLost, CheckpointMoved when another projector leads or an operator has stepped in: nothing is written then
 */
export async function writeBatch(
  pool: Pool,
  running: readonly Running[],
  events: readonly OrderedEvent[],
  lease: Lease | null = null,
): Promise<Written> {
  const batch = decodeBatch(
    events,
    running.map(({ projection }) => projection),
  );
  return writeOrHalve({ pool, lease }, running, batch);
}

/** Rows that Postgres refuses do not say which event they are from: halve the batch until one event is left. */
async function writeOrHalve(
  to: Destination,
  running: readonly Running[],
  batch: readonly Incoming[],
): Promise<Written> {
  try {
    return await writeOnce(to, running, batch, new Map());
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    if (batch.length === 1) return isolate(to, running, batch, new Map([[error.projection, error]]));
  }
  const middle = Math.ceil(batch.length / 2);
  const first = await writeOrHalve(to, running, batch.slice(0, middle));
  const second = await writeOrHalve(to, first.running, batch.slice(middle));
  return { running: second.running, stopped: [...first.stopped, ...second.stopped] };
}

/** One event that at least one read model's rows refuse: stop those, one after the other, until the rest goes through. */
async function isolate(
  to: Destination,
  running: readonly Running[],
  batch: readonly Incoming[],
  refusals: Refusals,
): Promise<Written> {
  try {
    return await writeOnce(to, running, batch, refusals);
  } catch (error) {
    if (!(error instanceof RowsRefused) || refusals.has(error.projection)) throw error;
    return isolate(to, running, batch, new Map([...refusals, [error.projection, error]]));
  }
}

async function writeOnce(
  { pool, lease }: Destination,
  running: readonly Running[],
  batch: readonly Incoming[],
  refusals: Refusals,
): Promise<Written> {
  const last = batch.at(-1)?.stored.position ?? 0n;
  if (running.every(({ checkpoint }) => checkpoint.position >= last)) return { running, stopped: [] };
  return inTransaction(
    pool,
    async (client) => {
      if (lease) await assertLease(client, lease);
      const written = await writeWithin(client, running, batch, refusals);
      await announcePosition(client);
      return written;
    },
    BEGIN_WITHOUT_WAITING_FOR_THE_DISK,
  );
}

/** As writeBatch, within a transaction of the caller's. @throws CheckpointMoved, RowsRefused */
export async function writeWithin(
  client: PoolClient,
  running: readonly Running[],
  batch: readonly Incoming[],
  refusals: Refusals = new Map(),
): Promise<Written> {
  const last = batch.at(-1)?.stored;
  if (last === undefined) return { running, stopped: [] };
  const behind = running.filter(({ checkpoint }) => checkpoint.position < last.position);
  // Checkpoints first: it fails at once where somebody has stepped in, and locks them so that rows are read in peace.
  await moveCheckpoints(
    client,
    behind.map(({ checkpoint }) => checkpoint),
    last,
  );
  const stopped: PoisonEvent[] = [];
  for (const each of behind) {
    const { relation, position } = each.checkpoint;
    const poison = await applyTo(client, each, batch, refusals);
    if (poison === null) continue;
    await markFailed(client, relation, lastBefore(batch, poison, position), poison);
    stopped.push(poison);
  }
  return { running: moved(running, last.position, stopped), stopped };
}

async function applyTo(
  client: PoolClient,
  { projection, checkpoint }: Running,
  batch: readonly Incoming[],
  refusals: Refusals,
): Promise<PoisonEvent | null> {
  const refused = refusals.get(projection.name);
  const stored = batch[0]?.stored;
  if (refused && stored) return new PoisonEvent(projection.name, stored.eventId, stored.position, refused);
  return applyBatch(client, projection, checkpoint.relation, batch, checkpoint.position);
}

function lastBefore(batch: readonly Incoming[], poison: PoisonEvent, checkpoint: bigint): bigint {
  const before = batch.findLast(({ stored }) => stored.position < poison.position)?.stored.position ?? checkpoint;
  return before > checkpoint ? before : checkpoint;
}

function moved(running: readonly Running[], to: bigint, stopped: readonly PoisonEvent[]): readonly Running[] {
  const names = new Set(stopped.map(({ projection }) => projection));
  return running
    .filter(({ projection }) => !names.has(projection.name))
    .map(({ projection, checkpoint }) => ({
      projection,
      checkpoint: checkpoint.position < to ? { ...checkpoint, position: to } : checkpoint,
    }));
}

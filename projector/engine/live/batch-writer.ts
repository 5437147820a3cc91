import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import { assertLease, type Lease } from '../leases/leases.ts';
import { applyBatch, RowsRefused } from './apply-batch.ts';
import { announcePosition, type Checkpoint, markFailed, moveCheckpoints } from './checkpoints.ts';
import { decodeBatch, type Incoming } from './decoding.ts';
import { PoisonEvent } from './fold.ts';
import type { Target } from './fold-batch.ts';
import type { Projection } from './projection.ts';

/** A read model whose rows follow the events, and how far they are. */
export interface Followed<C extends Pick<Target, 'relation' | 'position'>> {
  readonly projection: Projection;
  readonly checkpoint: C;
}

/** A read model that is being kept up to date. */
export type RunningWriter = Followed<Checkpoint>;

/** How a kind of table keeps its checkpoints, in the transaction of its rows. */
export interface Checkpoints<C> {
  /** The first statement: fails unless the caller holds the lease and each checkpoint is as expected, and advances them. */
  move(client: PoolClient, from: readonly C[], batch: readonly Incoming[]): Promise<void>;
  /** Stops a moved table before a poison event: its rows have seen the batch up to the position `to`. */
  stop(client: PoolClient, table: C, to: bigint, poison: PoisonEvent, batch: readonly Incoming[]): Promise<void>;
  /** The last statement: notifies waiting readers. */
  announce(client: PoolClient): Promise<void>;
}

/**
 * The events are on disk before the projector sees them. Rows that a crash of the server loses are lost together with the
 * checkpoint, and are written again.
 */
export const BEGIN_WITHOUT_WAITING_FOR_THE_DISK = 'BEGIN; SET LOCAL synchronous_commit = off';

/** Refusals by Postgres that earlier attempts met, by read model. */
type Refusals = ReadonlyMap<string, RowsRefused>;

type Place = Pick<Target, 'relation' | 'position'>;

export interface Written<C extends Place = Checkpoint> {
  readonly running: readonly Followed<C>[];
  readonly stopped: readonly PoisonEvent[];
}

/** @param lease null: no other projector writes */
const ofLive = (lease: Lease | null): Checkpoints<Checkpoint> => ({
  async move(client, from, batch) {
    if (lease) await assertLease(client, lease);
    // Before rows are read: it locks the checkpoints.
    const last = batch.at(-1)?.stored;
    if (last) await moveCheckpoints(client, from, last);
  },
  stop: (client, { relation }, to, poison) => markFailed(client, relation, to, poison),
  announce: announcePosition,
});

/**
 * Writes a batch into live read models: rows, checkpoints and the announcement in one transaction. A read model that cannot
 * take an event stops before it; the others continue.
 * @throws LeaseLost, CheckpointMoved if another projector leads or an operator has intervened; then nothing is written
 */
export async function writeBatch(
  pool: Pool,
  running: readonly RunningWriter[],
  events: readonly OrderedEvent[],
  lease: Lease | null = null,
): Promise<Written> {
  const batch = decodeBatch(
    events,
    running.map(({ projection }) => projection),
  );
  return new IsolatingWriter(pool, ofLive(lease)).write(running, batch);
}

/** Writes batches and isolates poison events: those that a read model cannot take, or whose rows Postgres refuses. */
export class IsolatingWriter<C extends Place> {
  constructor(
    private readonly pool: Pool,
    private readonly checkpoints: Checkpoints<C>,
  ) {}

  /** Rows that Postgres refuses do not say which event they are from: halve the batch until one event is left. */
  async write(running: readonly Followed<C>[], batch: readonly Incoming[]): Promise<Written<C>> {
    try {
      return await this.writeOnce(running, batch, new Map());
    } catch (error) {
      if (!(error instanceof RowsRefused)) throw error;
      if (batch.length === 1) return this.isolate(running, batch, new Map([[error.projection, error]]));
    }
    const middle = Math.ceil(batch.length / 2);
    const first = await this.write(running, batch.slice(0, middle));
    const second = await this.write(first.running, batch.slice(middle));
    return { running: second.running, stopped: [...first.stopped, ...second.stopped] };
  }

  /** A poison event of at least one read model: stops these one by one until the others succeed. */
  private async isolate(
    running: readonly Followed<C>[],
    batch: readonly Incoming[],
    refusals: Refusals,
  ): Promise<Written<C>> {
    try {
      return await this.writeOnce(running, batch, refusals);
    } catch (error) {
      if (!(error instanceof RowsRefused) || refusals.has(error.projection)) throw error;
      return this.isolate(running, batch, new Map([...refusals, [error.projection, error]]));
    }
  }

  private async writeOnce(
    running: readonly Followed<C>[],
    batch: readonly Incoming[],
    refusals: Refusals,
  ): Promise<Written<C>> {
    const last = batch.at(-1)?.stored.position ?? 0n;
    if (running.every(({ checkpoint }) => checkpoint.position >= last)) return { running, stopped: [] };
    return inTransaction(
      this.pool,
      async (client) => {
        const written = await writeWithin(client, this.checkpoints, running, batch, refusals);
        await this.checkpoints.announce(client);
        return written;
      },
      BEGIN_WITHOUT_WAITING_FOR_THE_DISK,
    );
  }
}

/** As writeBatch, within a transaction of the caller, who has the lease and announces. @throws CheckpointMoved, RowsRefused */
export async function writeLiveWithin(
  client: PoolClient,
  running: readonly RunningWriter[],
  batch: readonly Incoming[],
): Promise<Written> {
  return writeWithin(client, ofLive(null), running, batch, new Map());
}

async function writeWithin<C extends Place>(
  client: PoolClient,
  checkpoints: Checkpoints<C>,
  running: readonly Followed<C>[],
  batch: readonly Incoming[],
  refusals: Refusals,
): Promise<Written<C>> {
  const [first, last] = [batch[0]?.stored, batch.at(-1)?.stored];
  if (first === undefined || last === undefined) return { running, stopped: [] };
  const behind = running.filter(({ checkpoint }) => checkpoint.position < last.position);
  await checkpoints.move(
    client,
    behind.map(({ checkpoint }) => checkpoint),
    batch,
  );
  const stopped: PoisonEvent[] = [];
  for (const { projection, checkpoint } of behind) {
    const { relation, position } = checkpoint;
    const refused = refusals.get(projection.name);
    const poison = refused
      ? new PoisonEvent(projection.name, first.eventId, first.position, refused)
      : await applyBatch(client, { projection, relation, position }, batch);
    if (poison === null) continue;
    await checkpoints.stop(client, checkpoint, lastBefore(batch, poison, position), poison, batch);
    stopped.push(poison);
  }
  return { running: moved(running, last.position, stopped), stopped };
}

function lastBefore(batch: readonly Incoming[], poison: PoisonEvent, checkpoint: bigint): bigint {
  const before = batch.findLast(({ stored }) => stored.position < poison.position)?.stored.position ?? checkpoint;
  return before > checkpoint ? before : checkpoint;
}

function moved<C extends Place>(
  running: readonly Followed<C>[],
  to: bigint,
  stopped: readonly PoisonEvent[],
): readonly Followed<C>[] {
  const names = new Set(stopped.map(({ projection }) => projection));
  return running
    .filter(({ projection }) => !names.has(projection.name))
    .map(({ projection, checkpoint }) => ({
      projection,
      checkpoint: checkpoint.position < to ? { ...checkpoint, position: to } : checkpoint,
    }));
}

import type { EventStore } from '@perktree/event-store/port';
import type { ClientBase, Pool } from 'pg';
import { applyWholeBatch } from './apply-batch.ts';
import { decodeBatch } from './decoding.ts';
import type { Projection } from './projection.ts';
import { createTableSql, qualified } from './read-model-table.ts';
import { inTransaction } from './transaction.ts';

/** A table that a read model's events are replayed into. */
export interface Target {
  readonly projection: Projection;
  readonly relation: string;
}

export interface ReplayProgress {
  readonly events: number;
  readonly position: bigint;
  /** The store's newest position when the replay began. */
  readonly head: bigint;
}

const BATCH = 2_000;

/** Makes the targets' tables, empty and without indexes but the primary key. What stood there before is dropped. */
export async function createTargets(pool: Pool, targets: readonly Target[]): Promise<void> {
  await dropTargets(pool, targets);
  for (const { projection, relation } of targets) await pool.query(createTableSql(projection.table, relation));
}

export async function dropTargets(pool: Pool, targets: readonly Target[]): Promise<void> {
  for (const { relation } of targets) await pool.query(`DROP TABLE IF EXISTS ${qualified(relation)}`);
}

/**
 * Replays the events from the start into the targets, a transaction a batch.
 * @param options.upTo the last position to replay; absent: the store's newest when the replay begins, so that it ends
 * although others go on appending
 * @returns the position of the last event seen
 * @throws PoisonEvent, RowsRefused
 */
export async function replay(options: {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly targets: readonly Target[];
  readonly upTo?: bigint;
  readonly onProgress?: ((progress: ReplayProgress) => void) | undefined;
}): Promise<bigint> {
  const { store, pool, targets, onProgress } = options;
  const head = await store.head();
  const upTo = options.upTo ?? head;
  let events = 0;
  let position = 0n;
  for (;;) {
    const step = await inTransaction(pool, (client) => replayStep(client, store, targets, position, upTo));
    if (step === null) return position;
    position = step.position;
    events += step.events;
    onProgress?.({ events, position, head });
  }
}

/** One batch, within a transaction of the caller's. Null: nothing is left. */
export async function replayStep(
  client: ClientBase,
  store: EventStore,
  targets: readonly Target[],
  after: bigint,
  upTo: bigint,
): Promise<{ readonly position: bigint; readonly events: number } | null> {
  if (after >= upTo) return null;
  const stored = (await store.readAll(after, BATCH)).filter(({ position }) => position <= upTo);
  const last = stored.at(-1);
  if (last === undefined) return null;
  const batch = decodeBatch(
    stored,
    targets.map(({ projection }) => projection),
  );
  for (const { projection, relation } of targets) {
    await applyWholeBatch(client, projection, relation, batch, after);
  }
  return { position: last.position, events: stored.length };
}

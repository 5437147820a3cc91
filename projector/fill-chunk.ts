import { PROJECTIONS_TABLE } from '@perktree/contracts/read-models';
import type { ClientBase, Pool } from 'pg';
import { RowsRefused, refusedBy } from './apply-batch.ts';
import { CheckpointMoved, markFailed } from './checkpoints.ts';
import type { Incoming } from './decoding.ts';
import { foldEvents, PoisonEvent, selectEvents } from './fold.ts';
import type { Projection } from './projection.ts';
import { insertSlots, loadSlots, saveSlots } from './row-store.ts';
import { inTransaction } from './transaction.ts';

/** A table that events are read into beside the live one, and how far it is. */
export interface Target {
  readonly projection: Projection;
  readonly relation: string;
  readonly position: bigint;
  /** Whether its checkpoint stands in the bookkeeping, so that it can be gone on with; else it is a table for the moment. */
  readonly kept: boolean;
}

/** What became of a chunk in one table. */
interface WrittenChunk {
  /** Null: it stopped. */
  readonly target: Target | null;
  readonly poison?: PoisonEvent;
}

/** Rows and checkpoint in one transaction; an event that cannot be taken stops the table before it. */
export async function writeChunk(pool: Pool, target: Target, batch: readonly Incoming[]): Promise<WrittenChunk> {
  const last = batch.at(-1)?.stored.position ?? 0n;
  if (last <= target.position) return { target };
  try {
    return await inTransaction(pool, async (client) => {
      // What is lost with the server can be read again, rows and checkpoint together: no need to wait for the disk.
      await client.query('SET LOCAL synchronous_commit = off');
      const poison = await fillWithin(client, target, batch);
      if (target.kept) await moveCopy(client, target, batch, last, poison);
      return poison ? { target: null, poison } : { target: { ...target, position: last } };
    });
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    return batch.length === 1 ? refuse(pool, target, batch, error) : halve(pool, target, batch);
  }
}

/** Rows that Postgres refuses do not say which event they are from: halve the chunk until one event is left. */
async function halve(pool: Pool, target: Target, batch: readonly Incoming[]): Promise<WrittenChunk> {
  const middle = Math.ceil(batch.length / 2);
  const first = await writeChunk(pool, target, batch.slice(0, middle));
  return first.target === null ? first : writeChunk(pool, first.target, batch.slice(middle));
}

async function refuse(
  pool: Pool,
  target: Target,
  batch: readonly Incoming[],
  cause: RowsRefused,
): Promise<WrittenChunk> {
  const stored = batch[0]?.stored;
  if (stored === undefined) throw cause;
  const poison = new PoisonEvent(target.projection.name, stored.eventId, stored.position, cause);
  if (target.kept) await inTransaction(pool, (client) => markFailed(client, target.relation, target.position, poison));
  return { target: null, poison };
}

/** Within a transaction of the caller's. @returns the event that stopped it; the rows stand before that event then. @throws RowsRefused */
export async function fillWithin(
  client: ClientBase,
  { projection, relation, position }: Target,
  batch: readonly Incoming[],
): Promise<PoisonEvent | null> {
  const { table } = projection;
  const selection = selectEvents(projection, batch, position);
  if (selection.events.length === 0) return selection.poison;
  const slots = await loadSlots(client, table, relation, selection.keys).catch(refusedBy(projection));
  const old = new Set(slots.keys());
  const { changed, poison } = foldEvents(projection, selection.events, slots);
  const rows = (wanted: boolean) =>
    [...changed].filter((key) => old.has(key) === wanted).flatMap((key) => slots.get(key) ?? []);
  await insertSlots(client, table, relation, rows(false)).catch(refusedBy(projection));
  await saveSlots(client, table, relation, rows(true)).catch(refusedBy(projection));
  return poison ?? selection.poison;
}

async function moveCopy(
  client: ClientBase,
  { relation, position }: Target,
  batch: readonly Incoming[],
  to: bigint,
  poison: PoisonEvent | null,
): Promise<void> {
  const before = poison === null ? to : lastBefore(batch, poison.position, position);
  const fresh = batch.filter(({ stored }) => stored.position > position && stored.position <= before).length;
  const { rowCount } = await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET position = $3, events = events + $4, updated_at = now()
     WHERE relation = $1 AND position = $2 AND NOT serving AND status IN ('filling', 'ready')`,
    [relation, position, before, fresh],
  );
  if (rowCount !== 1) throw new CheckpointMoved();
  if (poison !== null) await markFailed(client, relation, before, poison);
}

/** The last event before one that cannot be taken, or where the table stands where there is none. */
function lastBefore(batch: readonly Incoming[], position: bigint, standing: bigint): bigint {
  const before = batch.findLast(({ stored }) => stored.position < position)?.stored.position ?? standing;
  return before > standing ? before : standing;
}

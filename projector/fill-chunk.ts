import { PROJECTIONS_TABLE } from '@perktree/contracts/read-models';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { ClientBase, Pool } from 'pg';
import { RowsRefused, refusedBy } from './apply-batch.ts';
import { CheckpointMoved, markFailed } from './checkpoints.ts';
import type { Incoming } from './decoding.ts';
import { fold, PoisonEvent, workOf } from './fold.ts';
import type { Projection } from './projection.ts';
import { insertSlots, loadSlots, saveSlots } from './row-store.ts';
import type { Unwritten } from './slots-in-memory.ts';

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

/** What is lost with the server can be read again, rows and checkpoint together. */
const NO_WAIT_FOR_THE_DISK = 'SET LOCAL synchronous_commit = off';

/** Rows and checkpoint in one transaction; an event that cannot be taken stops the table before it. */
export async function writeChunk(pool: Pool, target: Target, batch: readonly Incoming[]): Promise<WrittenChunk> {
  const last = batch.at(-1)?.stored.position ?? 0n;
  if (last <= target.position) return { target };
  try {
    return await inTransaction(pool, async (client) => {
      await client.query(NO_WAIT_FOR_THE_DISK);
      const poison = await fillWithin(client, target, batch);
      const to = poison === null ? last : lastBefore(batch, poison.position, target.position);
      const events = batch.filter(({ stored }) => stored.position > target.position && stored.position <= to).length;
      if (target.kept) await moveCopy(client, target, { to, events });
      if (target.kept && poison) await markFailed(client, target.relation, to, poison);
      return poison ? { target: null, poison } : { target: { ...target, position: last } };
    });
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    return batch.length === 1 ? refuse(pool, target, batch, error) : halve(pool, target, batch);
  }
}

/** Rows as a fold has left them, and the checkpoint, in one transaction. @throws RowsRefused, CheckpointMoved */
export async function writeRows(
  pool: Pool,
  target: Target,
  { fresh, changed }: Unwritten,
  moved: { readonly to: bigint; readonly events: number },
): Promise<void> {
  const { projection, relation, kept } = target;
  await inTransaction(pool, async (client) => {
    await client.query(NO_WAIT_FOR_THE_DISK);
    await insertSlots(client, projection.table, relation, fresh).catch(refusedBy(projection));
    await saveSlots(client, projection.table, relation, changed).catch(refusedBy(projection));
    if (kept) await moveCopy(client, target, moved);
  });
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
  const work = workOf(projection, batch, position);
  if (work.handled.length === 0) return work.poison;
  const keys = [...new Set(work.handled.flatMap((each) => each.keys))];
  const slots = await loadSlots(client, table, relation, keys).catch(refusedBy(projection));
  const old = new Set(slots.keys());
  const { changed, poison } = fold(projection, work.handled, slots);
  const rows = (wanted: boolean) =>
    [...changed].filter((key) => old.has(key) === wanted).flatMap((key) => slots.get(key) ?? []);
  await insertSlots(client, table, relation, rows(false)).catch(refusedBy(projection));
  await saveSlots(client, table, relation, rows(true)).catch(refusedBy(projection));
  return poison ?? work.poison;
}

async function moveCopy(
  client: ClientBase,
  { relation, position }: Target,
  { to, events }: { readonly to: bigint; readonly events: number },
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET position = $3, events = events + $4, updated_at = now()
     WHERE relation = $1 AND position = $2 AND NOT serving AND status IN ('filling', 'ready')`,
    [relation, position, to, events],
  );
  if (rowCount !== 1) throw new CheckpointMoved();
}

/** The last event before one that cannot be taken, or where the table stands where there is none. */
function lastBefore(batch: readonly Incoming[], position: bigint, standing: bigint): bigint {
  const before = batch.findLast(({ stored }) => stored.position < position)?.stored.position ?? standing;
  return before > standing ? before : standing;
}

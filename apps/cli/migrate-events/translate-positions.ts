import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { allEvents } from '@perktree/event-store/migrate-events/all-events';
import type { EventStore } from '@perktree/event-store/port';
import { createPool } from '@perktree/platform/postgres/pool';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import { emptyReadModels } from '@perktree/projector/engine/live/store-went-back';
import type { Pool } from 'pg';
import { KEPT_POSITIONS, readKeptPositions } from '../../parts/kept-positions.ts';
import type { Engine } from './engine.ts';

/**
 * Lets webhooks, mails and the audit chain continue in the target where they are in the source. A position of Postgres is the
 * number of the event; one of EventStoreDB is an offset in its log. Untranslated, they would send everything again, or nothing.
 * @returns call it when both stores hold the same events. It translates the positions and resolves to the number of changed
 * rows. It is idempotent
 * @throws Error if neither or both of the stores are Postgres
 */
export function positionTranslator(source: Engine, target: Engine): () => Promise<number> {
  const [postgres, eventStoreDb] = source.connectionString === null ? [target, source] : [source, target];
  const { connectionString } = postgres;
  if (connectionString === null || eventStoreDb.connectionString !== null) {
    throw new Error(
      '--positions is for moves between Postgres and EventStoreDB. Between Postgres databases they are kept.',
    );
  }
  return async () => {
    const pool = createPool({ connectionString, applicationName: 'perktree-migrate-events' });
    try {
      await emptyIfOfSource(pool, target);
      return await inTransaction(pool, async (db) => {
        await db.query(`LOCK TABLE ${KEPT_POSITIONS.map(([table]) => table).join(', ')} IN EXCLUSIVE MODE`);
        const kept = await readKeptPositions(db);
        const direction = target === postgres ? 'to numbers' : 'to places';
        const isDone = (await arePlaces(kept, postgres.store, eventStoreDb.store)) === (direction === 'to places');
        return isDone ? 0 : write(db, await translationOf(kept, eventStoreDb.store, direction));
      });
    } finally {
      await pool.end();
    }
  };
}

/**
 * Empties read models that were filled from the source, as the projector will when it starts on the target. Webhooks may
 * start before the projector, and would compare translated positions with those of the source.
 */
async function emptyIfOfSource(pool: Pool, target: Engine): Promise<void> {
  const { rows } = await pool.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [
    PROJECTIONS_TABLE,
  ]);
  if (rows[0]?.isThere) await emptyReadModels(target.store, pool);
}

/** Whether positions are offsets in the log: beyond the number of events, or each the offset of an event. */
async function arePlaces(positions: readonly bigint[], numbers: EventStore, places: EventStore): Promise<boolean> {
  if ((positions.at(-1) ?? 0n) > (await numbers.head())) return true;
  const unknown = new Set(positions.filter((position) => position > 0n));
  for await (const { position } of allEvents(places)) unknown.delete(position);
  return unknown.size === 0;
}

/** Maps each position to the target's position of the last event up to it; 0 before the first event. */
async function translationOf(
  positions: readonly bigint[],
  store: Pick<EventStore, 'readAll'>,
  direction: 'to places' | 'to numbers',
): Promise<ReadonlyMap<bigint, bigint>> {
  const translation = new Map<bigint, bigint>();
  let number = 0n;
  let last = 0n;
  let next = 0;
  const passUntil = (position: bigint | null) => {
    for (; next < positions.length; next += 1) {
      const waiting = positions[next] as bigint;
      if (position !== null && waiting >= position) return;
      translation.set(waiting, last);
    }
  };
  for await (const event of allEvents(store)) {
    number += 1n;
    const [from, to] = direction === 'to places' ? [number, event.position] : [event.position, number];
    passUntil(from);
    last = to;
  }
  passUntil(null);
  return translation;
}

async function write(db: Queryable, translation: ReadonlyMap<bigint, bigint>): Promise<number> {
  let changed = 0;
  const moved = [...translation].filter(([was, becomes]) => was !== becomes);
  const values = [moved.map(([was]) => `${was}`), moved.map(([, becomes]) => `${becomes}`)];
  for (const [table, column] of KEPT_POSITIONS) {
    const { rowCount } = await db.query(
      `UPDATE ${table} SET ${column} = becomes
       FROM unnest($1::bigint[], $2::bigint[]) AS translation (was, becomes) WHERE ${column} = was`,
      values,
    );
    changed += rowCount ?? 0;
  }
  return changed;
}

import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { allEvents } from '@perktree/event-store/migrate-events/all-events';
import { type Copied, type CopyProgress, migrateEvents } from '@perktree/event-store/migrate-events/migrate-events';
import type { EventStore } from '@perktree/event-store/port';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import { EVENT_STORE_SCHEMA } from '@perktree/event-store/postgres/migrations';
import { type CopiedTable, copySchemas } from '@perktree/platform/postgres/copy-schema';
import { createPool } from '@perktree/platform/postgres/pool';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import { emptyReadModels } from '@perktree/projector/engine/live/store-went-back';
import type { Pool } from 'pg';
import { KEPT_POSITIONS, readKeptPositions } from '../../parts/kept-positions.ts';
import { KEPT_SCHEMAS } from '../backup/contents.ts';
import { createProgressLine } from '../progress-line.ts';
import type { Action } from '../session.ts';
import { type Engine, noEvents, openSource, openTarget } from './engine.ts';

/**
 * Lets webhooks, mails and the audit chain continue in the target where they are in the source. A position of Postgres is the
 * number of the event; one of EventStoreDB is an offset in its log. Untranslated, they would send everything again, or nothing.
 * @returns call it when both stores hold the same events. It translates the positions and resolves to the number of changed
 * rows. It is idempotent
 * @throws Error if neither or both of the stores are Postgres
 */
function positionTranslator(source: Engine, target: Engine): () => Promise<number> {
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

interface MigrateOptions {
  readonly from: string;
  readonly to: string;
  readonly accounts?: boolean;
  readonly positions?: boolean;
}

export const migrate: Action<MigrateOptions> = async (session, { from, to, accounts = false, positions = false }) => {
  if (from === to) throw new Error('--from and --to are the same.');
  const { configuration, logger } = session;
  const surroundings = { dataDir: configuration.dataDir, logger };
  const schemas = [EVENT_STORE_SCHEMA, ...(accounts || positions ? KEPT_SCHEMAS : [])];
  const source = await openSource(from, surroundings, schemas);
  try {
    const target = await openTarget(to, surroundings);
    try {
      const translatePositions = positions ? positionTranslator(source, target) : null;
      // Copy accounts first, so that no event names a missing account.
      const tables = accounts ? await copyAccounts(source, target) : null;
      const copied = await copyEvents(source, target);
      const positionsChanged = translatePositions && (await translatePositions());
      const done = { ...copied, tables, positionsChanged };
      return { json: done, text: report(source, target, done).join('\n') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

async function copyEvents(source: Engine, target: Engine): Promise<Copied> {
  if ((await source.store.head()) === 0n) throw noEvents(source.name);
  const progress = copyProgress();
  const bulk = target.connectionString === null ? null : await openAppendInOrder(target.connectionString);
  try {
    return await migrateEvents({
      from: source.store,
      to: target.store,
      onProgress: progress.show,
      ...(bulk && { appendInOrder: bulk.appendInOrder }),
    });
  } finally {
    await bulk?.close();
    progress.end();
  }
}

/** Shows percent of the head position, which counts bytes or events depending on the engine. */
function copyProgress() {
  let phase: CopyProgress['phase'] | undefined;
  let began = 0;
  return createProgressLine(({ phase: current, events, position, head }: CopyProgress) => {
    const now = systemTimers.now();
    if (current !== phase) [phase, began] = [current, now];
    const percent = head === 0n ? 100n : (position * 100n) / head;
    const rate = Math.round(events / Math.max((now - began) / 1000, 0.001));
    return `${phase}: ${percent} %, ${events} events, ${rate} events/s`;
  });
}

async function copyAccounts(source: Engine, target: Engine): Promise<readonly CopiedTable[]> {
  if (source.connectionString === null || target.connectionString === null) {
    throw new Error('--accounts copies from Postgres to Postgres: EventStoreDB holds only events.');
  }
  return copySchemas({
    from: source.connectionString,
    to: target.connectionString,
    schemas: KEPT_SCHEMAS,
    // Snapshots are a cache, and deliveries are a log.
    except: (table) => /_migrations(_lock)?$|^snapshots$|^deliveries$/.test(table),
  });
}

interface Done extends Copied {
  /** Null without `--accounts`. */
  readonly tables: readonly CopiedTable[] | null;
  /** Number of changed rows; null without `--positions`. */
  readonly positionsChanged: number | null;
}

function report(source: Engine, target: Engine, done: Done): string[] {
  const { events, copied, sha256, tables, positionsChanged } = done;
  const rows = tables?.reduce((sum, table) => sum + table.rows, 0);
  return [
    `${target.name} holds the ${events} events of ${source.name}: ${copied} copied now, ${events - copied} before.`,
    `sha256 of all events in order, read from each: ${sha256}`,
    tables === null
      ? 'Accounts, sessions, webhook endpoints and signed heads were not copied (--accounts copies them to another Postgres).'
      : `Accounts, sessions, webhook endpoints and signed heads: ${rows} rows in ${tables.length} tables.`,
    ...positionLines(source, target, positionsChanged),
    'The product rebuilds the read models from the events when it starts there, and is ready when they have caught up.',
    'Sessions stay valid if SESSION_SECRET equals the file session-secret of DATA_DIR.',
  ];
}

function positionLines(source: Engine, target: Engine, changed: number | null): string[] {
  if (changed !== null)
    return [`Webhooks, mails and the audit chain continue where they are: ${changed} positions changed.`];
  const isOtherEngine = (source.connectionString === null) !== (target.connectionString === null);
  return isOtherEngine
    ? [
        'Before the product starts there, run this again with --positions, so that webhooks, mails and the audit chain continue.',
      ]
    : [];
}

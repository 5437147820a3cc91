import { type Copied, type CopyProgress, migrateEvents } from '@perktree/event-store/migrate-events/migrate-events';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import { EVENT_STORE_SCHEMA } from '@perktree/event-store/postgres/migrations';
import { type CopiedTable, copySchemas } from '@perktree/platform/postgres/copy-schema';
import { systemTimers } from '@perktree/platform/time/timers';
import { KEPT_SCHEMAS } from '../backup/contents.ts';
import { createProgressLine } from '../progress-line.ts';
import type { Action } from '../session.ts';
import { type Engine, openSource, openTarget } from './engine.ts';
import { noEvents } from './readable-tables.ts';
import { positionTranslator } from './translate-positions.ts';

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

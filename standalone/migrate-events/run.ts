import { parseArgs } from 'node:util';
import { COMMAND_SERVICE_SCHEMA } from '@perktree/command-service/migrations';
import { type Copied, migrateEvents } from '@perktree/event-store/migrate-events/migrate-events';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import { IDENTITY_SCHEMA } from '@perktree/identity/migrations';
import { type CopiedTable, copySchemas } from '@perktree/platform/postgres/copy-schema';
import type { FastifyBaseLogger } from 'fastify';
import { createCopyProgress } from './copy-progress.ts';
import { type Engine, openEngine } from './engine.ts';

export const USAGE = `npm run migrate-events -- --from WHERE --to WHERE [--accounts] [--json]

  WHERE       embedded (the database in DATA_DIR), postgres://user:password@host/database, or esdb://host:port
  --accounts  copy accounts, sessions and idempotency keys, too; from Postgres to Postgres, embedded or not
  --json      one line of JSON at the end instead of sentences

Stop the product first. A run that was cut off is resumed by running it again.`;

/** Schemas beside the events and what is computed from them. */
const ACCOUNT_SCHEMAS = [IDENTITY_SCHEMA, COMMAND_SERVICE_SCHEMA];

/** Runs the command with its words, and writes what came of it. */
export async function runMigrateEvents(
  words: readonly string[],
  options: { readonly dataDir: string; readonly logger: FastifyBaseLogger; readonly write: (line: string) => void },
): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      accounts: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { from, to, accounts, json } = values;
  if (!from || !to) throw new Error(USAGE);
  if (from === to) throw new Error('--from and --to are the same.');
  const { dataDir, logger, write } = options;
  const source = await openEngine(from, { dataDir, logger, mayBeInUse: true });
  try {
    const target = await openEngine(to, { dataDir, logger, mayBeInUse: false });
    try {
      const tables = await copyAccounts(source, target, accounts);
      const copied = await copyEvents(source, target);
      if (json) write(JSON.stringify({ ...copied, tables }));
      else for (const line of report(source, target, copied, tables)) write(line);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyEvents(source: Engine, target: Engine): Promise<Copied> {
  if ((await source.store.head()) === 0n)
    throw new Error(`There are no events in ${source.name}: is it the right one?`);
  const progress = createCopyProgress();
  const bulk = target.connectionString === null ? null : await openAppendInOrder(target.connectionString);
  try {
    return await migrateEvents({
      ...{ from: source.store, to: target.store, onProgress: progress.show },
      ...(bulk && { appendInOrder: bulk.appendInOrder }),
    });
  } finally {
    await bulk?.close();
    progress.end();
  }
}

/** First, so that nobody is named in events who has no account yet. @returns null where it was not asked for */
async function copyAccounts(source: Engine, target: Engine, asked: boolean): Promise<readonly CopiedTable[] | null> {
  if (!asked) return null;
  if (source.connectionString === null || target.connectionString === null) {
    throw new Error('--accounts is for a copy from Postgres to Postgres: EventStoreDB holds events alone.');
  }
  return copySchemas({
    from: source.connectionString,
    to: target.connectionString,
    schemas: ACCOUNT_SCHEMAS,
    except: (table) => /_migrations(_lock)?$/.test(table),
  });
}

function report(
  source: Engine,
  target: Engine,
  { events, copied, sha256 }: Copied,
  tables: readonly CopiedTable[] | null,
): string[] {
  const rows = tables?.reduce((sum, table) => sum + table.rows, 0);
  return [
    `${target.name} holds the ${events} events of ${source.name}: ${copied} copied now, ${events - copied} before.`,
    `sha256 of all of them, in order, out of either: ${sha256}`,
    tables === null
      ? 'Accounts, sessions and idempotency keys were not copied: they stay in Postgres (--accounts copies them to another).'
      : `Accounts, sessions and idempotency keys: ${rows} rows in ${tables.length} tables.`,
    'The read models are made anew from the events when the product starts there; it is ready when they have caught up.',
    'Sessions go on if SESSION_SECRET is what the file session-secret in DATA_DIR holds.',
  ];
}

import { resolve } from 'node:path';
import { RunningChain } from '@perktree/audit-service/chain/hashes';
import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { OrderedAppender } from '@perktree/event-store/migrate-events/ordered-target';
import { appendWithin, holdAppends } from '@perktree/event-store/postgres/append-in-order';
import type { Cleaned } from '@perktree/identity/restored-accounts';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { ClientBase, Pool } from 'pg';
import { ErasedAccountsFile, erasedIdsIn } from '../../../parts/erased-accounts.ts';
import { readNamedFile } from '../../file-refused.ts';
import { type Action, withStores } from '../../session.ts';
import { eventsProgress, refuseEventStoreDb } from '../backup.ts';
import { columnsOf, isLeftOut, keptTables, migrationsThatRan, SAME_TEXT_EVERYWHERE } from '../contents.ts';
import type { BackupHeader, End, TableLine } from '../format.ts';
import { BackupRefused, readBackup, wholeBackup } from '../read-backup.ts';
import { storedEvents } from '../stored-events.ts';
import { buildReadModels } from './build-read-models.ts';
import { cleanRestored, stopSitesWithoutOwner } from './clean-restored.ts';

const ROWS_AT_ONCE = 500;

/** Writes the rows of a backup in batches, table by table. */
class RestoredRows {
  private into: TableLine | null = null;
  private passesOver = false;
  private batch: string[] = [];

  constructor(
    private readonly client: ClientBase,
    private readonly file: string,
  ) {}

  /** Names come from the file, so only those of existing tables and columns are used in statements. */
  async begin(table: TableLine): Promise<void> {
    await this.flush();
    this.into = null;
    this.passesOver = isLeftOut(table.table);
    if (this.passesOver) return;
    const known = (await keptTables(this.client)).includes(table.table)
      ? await columnsOf(this.client, table.table)
      : [];
    const unknown = table.columns.find((column) => !known.includes(column));
    if (unknown !== undefined) {
      throw new BackupRefused(`${this.file} has a column ${table.table}.${unknown}, which this version does not know.`);
    }
    this.into = table;
  }

  async add(row: string): Promise<void> {
    if (this.passesOver) return;
    this.batch.push(row);
    if (this.batch.length >= ROWS_AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.into === null || this.batch.length === 0) return;
    const { table, columns } = this.into;
    const named = columns.map((column) => `"${column}"`).join(', ');
    // Columns added after the backup get their defaults.
    await this.client.query(
      `INSERT INTO ${table} (${named}) OVERRIDING SYSTEM VALUE
       SELECT ${named} FROM json_populate_recordset(NULL::${table}, $1)`,
      [`[${this.batch.join(',')}]`],
    );
    this.batch = [];
  }
}

/** Locks the store against writes until the transaction ends. @throws BackupRefused if it is not empty */
async function refuseUnlessEmpty(client: ClientBase): Promise<void> {
  await holdAppends(client);
  if (await isThere(client, 'SELECT 1 FROM event_store.events')) throw notEmpty('events are in it');
  for (const table of await keptTables(client)) {
    await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    if (await isThere(client, `SELECT 1 FROM ${table}`)) throw notEmpty(`${table} has rows`);
  }
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    PROJECTIONS_TABLE,
  ]);
  if (rows[0]?.there && (await isThere(client, `SELECT 1 FROM ${PROJECTIONS_TABLE} WHERE position > 0`))) {
    throw notEmpty('it has read models of other events');
  }
}

const notEmpty = (why: string) =>
  new BackupRefused(`The store is not empty: ${why}. Restore into an empty store; nothing was changed.`);

async function isThere(client: ClientBase, query: string): Promise<boolean> {
  return ((await client.query(`${query} LIMIT 1`)).rowCount ?? 0) > 0;
}

/**
 * Fills an empty, migrated database in one transaction. Before the commit it reads the events back and compares their chain
 * with the file's.
 * @throws BackupRefused if the file is incomplete or the database is not empty
 */
async function restoreBackup(options: {
  readonly pool: Pool;
  readonly file: string;
  /** Ids of accounts that were erased after the backup. */
  readonly erasedSince: readonly string[];
  readonly onEvents?: (done: number, all: number) => void;
}): Promise<{ readonly end: End; readonly cleaned: Cleaned }> {
  return inTransaction(options.pool, async (client) => {
    await client.query(SAME_TEXT_EVERYWHERE);
    await refuseUnlessEmpty(client);
    const end = await restoreWithin(client, options);
    return { end, cleaned: await cleanRestored(client, options.erasedSince) };
  });
}

async function restoreWithin(
  client: ClientBase,
  { file, onEvents = () => {} }: Pick<Parameters<typeof restoreBackup>[0], 'file' | 'onEvents'>,
): Promise<End> {
  let all = 0;
  let done = 0;
  const appender = new OrderedAppender(appendWithin(client), (count) => {
    done += count;
    onEvents(done, all);
  });
  const rows = new RestoredRows(client, file);
  for await (const piece of readBackup(file)) {
    switch (piece.kind) {
      case 'header':
        all = piece.header.events;
        await refuseUnlessKnown(client, file, piece.header);
        break;
      case 'event':
        await appender.add(piece.event);
        break;
      case 'table':
        await appender.flush();
        await rows.begin(piece.table);
        break;
      case 'row':
        await rows.add(piece.row);
        break;
      case 'end':
        await appender.flush();
        await rows.flush();
        await assertRestored(client, piece.end);
        return piece.end;
    }
  }
  throw new BackupRefused(`${file} is cut off: its end is missing.`);
}

async function refuseUnlessKnown(client: ClientBase, file: string, { migrations }: BackupHeader): Promise<void> {
  const known = await migrationsThatRan(client);
  for (const [table, names] of Object.entries(migrations)) {
    const unknown = names.find((name) => !known[table]?.includes(name));
    if (unknown === undefined) continue;
    throw new BackupRefused(
      `${file} was made by a newer version of PerkTree (${table} has ${unknown}, which this one does not know). Restore it with that version, or a later one.`,
    );
  }
}

async function assertRestored(client: ClientBase, end: End): Promise<void> {
  const chain = new RunningChain();
  for await (const event of storedEvents(client)) chain.add(event);
  if (chain.events === end.events && chain.head === end.chain) return;
  throw new Error(
    `What was restored is ${chain.events} events that chain to ${chain.head}, not ${end.events} that chain to ${end.chain}; nothing was kept.`,
  );
}

interface RestoreOptions {
  readonly from: string;
  /** A file with ids of accounts. */
  readonly erased?: string;
}

export const restore: Action<RestoreOptions> = async (session, { from, erased }) => {
  const { configuration, folder } = session;
  refuseEventStoreDb(configuration);
  const file = resolve(folder, from);
  // Check the file before a database is created for it.
  const { createdAt } = (await wholeBackup(file)).header;
  const erasedSince = [
    ...new ErasedAccountsFile(configuration.dataDir).read(),
    ...(erased === undefined ? [] : erasedIdsIn(readNamedFile(resolve(folder, erased)), erased)),
  ];
  return withStores(session, async (stores) => {
    const progress = eventsProgress('restoring');
    const { end, cleaned } = await restoreBackup({
      pool: stores.pool,
      file,
      erasedSince,
      onEvents: progress.show,
    }).finally(progress.end);
    const readModels = await buildReadModels(stores);
    await stopSitesWithoutOwner(stores, stores.pool);
    const different = readModels.filter(({ identical }) => !identical).map(({ name }) => name);
    const rows = end.tables.reduce((sum, table) => sum + table.rows, 0);
    const text = [
      `Restored the state of ${createdAt}: ${end.events} events and ${rows} rows of accounts.`,
      `chain: ${end.chain}, the same as in the backup.`,
      different.length === 0
        ? `${readModels.length} read models were built from the events and are identical to a second replay.`
        : `Read models that DIFFER from a second replay: ${different.join(', ')}.`,
      `All sessions have ended. Accounts erased again, because they were erased after the backup: ${cleaned.erased.length}.`,
    ].join('\n');
    return {
      json: { file, createdAt, ...end, erasedAgain: cleaned.erased.length, readModels },
      text,
      differs: different.length > 0,
    };
  });
};

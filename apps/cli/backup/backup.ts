import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { RunningChain } from '@perktree/audit-service/chain/hashes';
import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { AS_TEXT } from '@perktree/platform/postgres/copy-schema';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { ClientBase, Pool } from 'pg';
import type { Configuration } from '../../parts/configuration/configuration.ts';
import { KEPT_POSITIONS } from '../../parts/kept-positions.ts';
import { fileRefused } from '../file-refused.ts';
import { createProgressLine } from '../progress-line.ts';
import { type Action, withStores } from '../session.ts';
import { columnsOf, keptTables, migrationsThatRan, SAME_TEXT_EVERYWHERE } from './contents.ts';
import { type End, FORMAT_VERSION, LINE } from './format.ts';
import { BackupRefused, wholeBackup } from './read-backup.ts';
import { backupRowsOf, storedEvents } from './stored-events.ts';

/**
 * Checks that the revisions of each stream start at 0 and have no gaps, in the order of the store. A restore appends, so it
 * could not restore a store that was changed by hand.
 * @throws BackupRefused
 */
async function refuseBrokenStreams(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ stream: string; position: string }>(
    `SELECT stream, position FROM (
       SELECT stream, position, revision, row_number() OVER (PARTITION BY stream ORDER BY position) - 1 AS expected
       FROM event_store.events
     ) numbered
     WHERE revision <> expected ORDER BY position LIMIT 1`,
  );
  const [broken] = rows;
  if (broken === undefined) return;
  throw new BackupRefused(
    `The event at position ${broken.position} is not the next one of its stream ${broken.stream}: events were removed or moved. npm run perktree -- chain verify says more; restore a backup from before.`,
  );
}

/** What has read events, by the table that says up to which one. */
const READERS: Readonly<Record<string, string>> = {
  'webhooks.endpoints': 'webhooks have',
  'webhooks.deliveries': 'webhooks have',
  'identity.mail_checkpoint': 'mails have',
  'audit.chain_segments': 'the record of the chain has',
};
/** A signed head names the number of its newest event, which is the event's position in Postgres. */
const SIGNED_HEADS = `SELECT 'a signed head of the chain has' AS reader, events AS position FROM audit.signed_heads`;

/**
 * Checks that the store still has the newest events that read models, webhooks, mails and the chain have seen.
 * @throws BackupRefused
 */
async function refuseLostEvents(client: ClientBase): Promise<void> {
  const kept = KEPT_POSITIONS.map(
    ([table, column]) => `SELECT '${READERS[table]}' AS reader, ${column} AS position FROM ${table}`,
  );
  const [readModels] = (await client.query(`SELECT to_regclass('${PROJECTIONS_TABLE}') IS NOT NULL AS "isThere"`)).rows;
  // Also where others have been appended since, at the positions of the lost ones.
  const seen = `SELECT 'the read models have' AS reader, p.seen_position AS position FROM ${PROJECTIONS_TABLE} p
    WHERE p.serving AND NOT EXISTS (
      SELECT FROM event_store.events e WHERE e.position = p.seen_position AND e.event_id::text = p.seen_event_id::text)`;
  const { rows } = await client.query<{ reader: string; position: string; head: string | null }>(
    `SELECT reader, position, head FROM (
       ${[...kept, SIGNED_HEADS].join(' UNION ALL ')}
     ) readers, (SELECT coalesce(max(position), 0) AS head FROM event_store.events) store
     WHERE position > head
     ${readModels?.isThere ? `UNION ALL SELECT reader, position, (SELECT max(position) FROM event_store.events) FROM (${seen}) lost WHERE position > 0` : ''}
     ORDER BY position DESC LIMIT 1`,
  );
  const [lost] = rows;
  if (lost === undefined) return;
  throw new BackupRefused(
    `The last events are gone: ${lost.reader} seen an event at position ${lost.position}, and the store ends at ${lost.head ?? 0} or has another one there. npm run perktree -- chain verify says more; restore a backup from before.`,
  );
}

interface Made extends End {
  readonly file: string;
  readonly bytes: number;
}

/** The file contains e-mail addresses and password hashes: only its owner may read it. */
const OWNER_ONLY = 0o600;
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Writes a consistent snapshot of events and accounts to one file; the product may keep writing. The file is read back
 * before it gets its name, so a file with that name is complete.
 * @throws BackupRefused if the file exists, or events were removed or moved; Error if it cannot be written
 */
async function makeBackup(options: {
  readonly pool: Pool;
  readonly file: string;
  readonly now: Date;
  readonly onEvents?: (done: number, all: number) => void;
}): Promise<Made> {
  const { pool, file } = options;
  if (existsSync(file)) throw new BackupRefused(`${file} is there already. A backup never overwrites another file.`);
  if (!existsSync(dirname(file))) throw new BackupRefused(`${dirname(file)} does not exist: create it first.`);
  const draft = `${file}.part`;
  const writeDraft = async (client: ClientBase) => {
    await client.query(SAME_TEXT_EVERYWHERE);
    await refuseBrokenStreams(client);
    await refuseLostEvents(client);
    const output = createWriteStream(draft, { fd: openDraft(draft, file), flush: true });
    await pipeline(Readable.from(inChunks(linesOf(client, options))), createGzip(), output);
  };
  try {
    await inTransaction(pool, writeDraft, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { end } = await wholeBackup(draft);
    renameSync(draft, file);
    await noteBackup(pool, options.now);
    return { file, bytes: statSync(file).size, ...end };
  } catch (error) {
    rmSync(draft, { force: true });
    throw (error as NodeJS.ErrnoException).syscall === 'write' ? fileRefused(error, file, '--to') : error;
  }
}

/** Replaces what an interrupted backup left. */
function openDraft(draft: string, file: string): number {
  try {
    rmSync(draft, { force: true });
    return openSync(draft, 'wx', OWNER_ONLY);
  } catch (error) {
    throw fileRefused(error, file, '--to');
  }
}

/** For the metric of the time since the last backup. A product of an earlier version has no such table. */
async function noteBackup(pool: Pool, now: Date): Promise<void> {
  const { rowCount } = await pool.query(`SELECT WHERE to_regclass('command_service.backups') IS NOT NULL`);
  if (rowCount === 0) return;
  await pool.query('DELETE FROM command_service.backups');
  await pool.query('INSERT INTO command_service.backups VALUES ($1)', [now]);
}

async function* linesOf(
  client: ClientBase,
  { now, onEvents = () => {} }: Pick<Parameters<typeof makeBackup>[0], 'now' | 'onEvents'>,
): AsyncGenerator<string, void> {
  const hash = createHash('sha256');
  const line = (letter: string, json: string) => {
    const text = `${letter}${json}\n`;
    hash.update(text);
    return text;
  };
  const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM event_store.events');
  const events = Number(rows[0]?.n);
  const migrations = await migrationsThatRan(client);
  const header = {
    format: 'perktree-backup',
    version: FORMAT_VERSION,
    createdAt: now.toISOString(),
    events,
    migrations,
  };
  yield line(LINE.header, JSON.stringify(header));

  const chain = new RunningChain();
  for await (const event of storedEvents(client)) {
    const { stream, revision, eventId, type, data, metadata } = event;
    chain.add(event);
    yield line(LINE.event, JSON.stringify([stream, revision, eventId, type, data, metadata]));
    onEvents(chain.events, events);
  }

  const tables: { table: string; rows: number }[] = [];
  for (const table of await keptTables(client)) {
    const columns = await columnsOf(client, table);
    yield line(LINE.table, JSON.stringify({ table, columns }));
    let count = 0;
    const all = backupRowsOf<{ row: string }>(client, `SELECT to_json(t) AS row FROM ${table} t`, AS_TEXT);
    for await (const { row } of all) {
      count += 1;
      // In JSON a line break can only be between tokens.
      yield line(LINE.row, row.replaceAll(/[\r\n]/g, ' '));
    }
    tables.push({ table, rows: count });
  }
  const end: End = { events: chain.events, chain: chain.head, tables, sha256: hash.digest('hex') };
  yield `${LINE.end}${JSON.stringify(end)}\n`;
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

export const backup: Action<{ readonly to: string }> = async (session, { to }) => {
  refuseEventStoreDb(session.configuration);
  const file = resolve(session.folder, to);
  const progress = eventsProgress('backing up');
  const made = await withStores(session, ({ pool }) =>
    makeBackup({ pool, file, now: new Date(session.now()), onEvents: progress.show }),
  ).finally(progress.end);
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
  const text = [
    `${made.file}: ${made.events} events and ${rows} rows of accounts, in ${made.bytes} bytes.`,
    `chain: ${made.chain}`,
    `sha256: ${made.sha256}`,
    'Not included: the files session-secret and audit-signing-key of DATA_DIR, and your settings. Keep them elsewhere.',
  ].join('\n');
  return { json: made, text };
};

export const eventsProgress = (task: string) =>
  createProgressLine((done: number, all: number) => `${task}: ${done} of ${all} events`);

/** @throws BackupRefused if the events are in EventStoreDB, which has its own backup */
export function refuseEventStoreDb({ eventStoreUrl }: Configuration): void {
  if (eventStoreUrl === null) return;
  throw new BackupRefused(
    'EVENT_STORE_URL is set: back up EventStoreDB by backup-event-store, and Postgres by pg_dump (docs/how-to/operate.md).',
  );
}

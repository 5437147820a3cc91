import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { RunningChain } from '@perktree/audit-service/chain/running-chain';
import { AS_TEXT } from '@perktree/platform/postgres/as-text';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { ClientBase, Pool } from 'pg';
import { fileRefused } from '../file-refused.ts';
import { BackupRefused } from './backup-refused.ts';
import { columnsOf, keptTables, migrationsThatRan, SAME_TEXT_EVERYWHERE } from './contents.ts';
import { type End, FORMAT_VERSION, LINE } from './format.ts';
import { wholeBackup } from './read-backup.ts';
import { rowsOf } from './rows-of.ts';
import { storedEvents } from './stored-events.ts';
import { refuseBrokenStreams, refuseLostEvents } from './whole-streams.ts';

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
export async function makeBackup(options: {
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
    const all = rowsOf<{ row: string }>(client, `SELECT to_json(t) AS row FROM ${table} t`, AS_TEXT);
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

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { RunningChain } from '@perktree/audit-service/chain/hashes';
import { parseStrict, StrictJsonError } from '@perktree/contracts/kernel/strict-json';
import type { StoredEvent } from '@perktree/event-store/port';
import type { z } from 'zod';
import {
  anyHeaderSchema,
  type BackupHeader,
  type End,
  endSchema,
  eventLineSchema,
  FORMAT_VERSION,
  headerSchema,
  LINE,
  type TableLine,
  tableLineSchema,
} from './format.ts';

/** A backup or restore is not possible; the message tells the operator why. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const NEWLINE = 0x0a;

/** The lines of a gzip file, without line breaks. @throws BackupRefused if the file is damaged or truncated */
async function* linesOfFile(file: string): AsyncGenerator<string, void> {
  const gunzip = createGunzip();
  const unpacked = pipeline(createReadStream(file), gunzip, () => {}) as AsyncIterable<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of unpacked) {
      let from = 0;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
        yield bytes.toString('utf8', from, end);
        from = end + 1;
      }
      rest = bytes.subarray(from);
    }
  } catch (error) {
    throw asRefusal(file, error);
  }
  if (rest.length > 0) throw new BackupRefused(`${file} is cut off: its end is missing.`);
}

function asRefusal(file: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new BackupRefused(`There is no file ${file}.`);
    case 'Z_BUF_ERROR':
      return new BackupRefused(`${file} is cut off: its end is missing.`);
    case 'Z_DATA_ERROR':
      return new BackupRefused(`${file} is damaged, or not a backup: it cannot be unpacked.`);
    default:
      return error;
  }
}

/** One line of a backup. `row` is the JSON text that Postgres wrote, so that numbers keep all digits. */
type Piece =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'table'; readonly table: TableLine }
  | { readonly kind: 'row'; readonly row: string }
  | { readonly kind: 'end'; readonly end: End };

/** Reads a whole file. @throws BackupRefused if it is damaged or incomplete */
export async function wholeBackup(file: string): Promise<{ readonly header: BackupHeader; readonly end: End }> {
  let header: BackupHeader | null = null;
  for await (const piece of readBackup(file)) {
    if (piece.kind === 'header') header = piece.header;
    if (piece.kind === 'end' && header !== null) return { header, end: piece.end };
  }
  throw new BackupRefused(`${file} is empty.`);
}

/**
 * All lines of a backup in order. Yields the last piece only if counts, chain and sha256 of the file are correct. Do not
 * trust earlier pieces until then.
 * @throws BackupRefused
 */
export async function* readBackup(file: string): AsyncGenerator<Piece, void> {
  const reading = new Reading(file);
  for await (const line of linesOfFile(file)) {
    const piece = reading.take(line);
    if (piece.kind !== 'end') yield piece;
  }
  yield { kind: 'end', end: reading.whole() };
}

class Reading {
  private readonly hash = createHash('sha256');
  private readonly chain = new RunningChain();
  private readonly tables: { table: string; rows: number }[] = [];
  private header: BackupHeader | null = null;
  private end: End | null = null;

  constructor(private readonly file: string) {}

  take(line: string): Piece {
    if (this.end !== null) throw this.damaged('it continues after its end');
    const piece = this.header === null ? this.begin(line) : this.continueWith(line);
    if (piece.kind !== 'end') this.hash.update(line).update('\n');
    return piece;
  }

  /** Checks counts and hashes against those at the end of the file. */
  whole(): End {
    const { file, header, end, chain, tables } = this;
    if (header === null) throw new BackupRefused(`${file} is empty.`);
    if (end === null) throw new BackupRefused(`${file} is cut off: its end is missing.`);
    const sha256 = this.hash.digest('hex');
    if (sha256 !== end.sha256) throw this.damaged(`its sha256 is ${sha256}, and was ${end.sha256}`);
    if (chain.events !== end.events || chain.events !== header.events) {
      throw this.damaged(`it holds ${chain.events} events, and held ${end.events}`);
    }
    if (chain.head !== end.chain) throw this.damaged(`its events chain to ${chain.head}, and chained to ${end.chain}`);
    if (JSON.stringify(tables) !== JSON.stringify(end.tables)) throw this.damaged('its tables are not those it names');
    return end;
  }

  private begin(line: string): Piece {
    this.header = headerOf(this.file, line);
    return { kind: 'header', header: this.header };
  }

  private continueWith(line: string): Piece {
    switch (line[0]) {
      case LINE.event:
        return this.event(line);
      case LINE.table: {
        const table = this.parsed(line, tableLineSchema);
        this.tables.push({ table: table.table, rows: 0 });
        return { kind: 'table', table };
      }
      case LINE.row: {
        const last = this.tables.at(-1);
        if (last === undefined) throw this.damaged('a row stands before its table');
        last.rows += 1;
        return { kind: 'row', row: line.slice(1) };
      }
      case LINE.end:
        this.end = this.parsed(line, endSchema);
        return { kind: 'end', end: this.end };
      default:
        throw this.damaged(`it has a line that cannot be read: ${line.slice(0, 60)}`);
    }
  }

  private event(line: string): Piece {
    if (this.tables.length > 0) throw this.damaged('an event stands among the rows of a table');
    const [stream, revision, eventId, type, data, metadata] = this.parsed(line, eventLineSchema);
    const position = BigInt(this.chain.events + 1);
    const event = { stream, revision, eventId, type, data, metadata, position };
    this.chain.add(event);
    return { kind: 'event', event };
  }

  private parsed<T>(line: string, schema: z.ZodType<T>): T {
    const result = schema.safeParse(this.jsonOf(line));
    if (!result.success) throw this.damaged(`it has a line that cannot be read: ${line.slice(0, 60)}`);
    return result.data;
  }

  private jsonOf(line: string): unknown {
    try {
      return parseStrict(line.slice(1));
    } catch (error) {
      if (error instanceof StrictJsonError) throw this.damaged(`in the line ${line.slice(0, 60)}, ${error.message}`);
      throw error;
    }
  }

  private damaged(what: string): BackupRefused {
    return new BackupRefused(`${this.file} was changed after it was made, or is damaged: ${what}.`);
  }
}

function headerOf(file: string, line: string): BackupHeader {
  const json = line.startsWith(LINE.header) ? jsonOf(line) : undefined;
  const any = anyHeaderSchema.safeParse(json);
  if (!any.success) throw new BackupRefused(`${file} is no backup of PerkTree.`);
  if (any.data.version > FORMAT_VERSION) {
    throw new BackupRefused(
      `${file} was made by a newer version of PerkTree (format ${any.data.version}; this one reads up to ${FORMAT_VERSION}). Restore it with that version, or a later one.`,
    );
  }
  const header = headerSchema.safeParse(json);
  if (!header.success) throw new BackupRefused(`${file} is damaged: its header is not valid.`);
  return header.data;
}

function jsonOf(line: string): unknown {
  try {
    return parseStrict(line.slice(1));
  } catch {
    return undefined;
  }
}

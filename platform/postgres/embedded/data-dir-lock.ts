import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSameProcess, processStartTime } from './process-info.ts';

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  constructor(dataDir: string, owner: string) {
    super(`DATA_DIR ${dataDir} is already in use by ${owner}`);
  }
}

interface Owner {
  readonly pid: number;
  readonly startTime: string;
}

/**
 * Makes this process the one owner of a data folder. A lock whose owner has died is taken over.
 * @throws DataDirInUse
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const file = path.join(dataDir, 'lock');
  const mine = JSON.stringify({ pid: process.pid, startTime: processStartTime(process.pid) ?? '' } satisfies Owner);
  for (let attempt = 0; attempt < 10; attempt++) {
    if (create(file, mine)) return { release: () => release(file, mine) };
    const held = read(file);
    if (held === undefined) continue;
    const owner = parse(held);
    if (owner && isSameProcess(owner.pid, owner.startTime)) throw new DataDirInUse(dataDir, `process ${owner.pid}`);
    removeStale(file, held);
  }
  throw new DataDirInUse(dataDir, 'another process that is starting');
}

/** A link to a finished file, so that no process reads a half-written lock. */
function create(file: string, content: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { mode: 0o644 });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Another process may have taken over the stale lock since we read it, so compare the moved file with what we read. */
function removeStale(file: string, stale: string): void {
  const moved = `${file}.${randomUUID()}`;
  try {
    renameSync(file, moved);
    if (readFileSync(moved, 'utf8') !== stale) linkSync(moved, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

function release(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(content: string): Owner | undefined {
  try {
    const { pid, startTime } = JSON.parse(content) as Partial<Owner>;
    return typeof pid === 'number' && typeof startTime === 'string' ? { pid, startTime } : undefined;
  } catch {
    return undefined;
  }
}

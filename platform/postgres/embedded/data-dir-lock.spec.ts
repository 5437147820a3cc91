import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts';
import { isSameProcess, processStartTime } from './process-info.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'perktree-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const lockFile = () => path.join(dataDir, 'lock');

describe('the lock of a data folder', () => {
  it('has one holder, named to the others, until it is released', () => {
    const lock = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
    expect(() => lockDataDir(dataDir)).toThrow(`DATA_DIR ${dataDir} is already in use by process ${process.pid}`);
    lock.release();
    lockDataDir(dataDir).release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each([
    ['a process that is gone', { pid: 2 ** 22 + 1, startTime: '1' }],
    ['a process whose number another one has now', { pid: process.ppid, startTime: 'long ago' }],
    ['a write that was cut short', '{"pid":'],
  ])('is taken over from %s', (_, content) => {
    writeFileSync(lockFile(), typeof content === 'string' ? content : JSON.stringify(content));
    const lock = lockDataDir(dataDir);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
  });

  it('is respected when another live process holds it', () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: process.ppid, startTime: processStartTime(process.ppid) }));
    expect(() => lockDataDir(dataDir)).toThrow(`in use by process ${process.ppid}`);
  });

  it('is not released by a process that has lost it', () => {
    const lock = lockDataDir(dataDir);
    writeFileSync(lockFile(), 'of another process');
    lock.release();
    expect(readFileSync(lockFile(), 'utf8')).toBe('of another process');
  });
});

describe('a process', () => {
  it('is known by its start as well as its number', () => {
    const started = processStartTime(process.pid);
    expect(started).toMatch(/\d/);
    expect(isSameProcess(process.pid, String(started))).toBe(true);
    expect(isSameProcess(process.pid, 'another time')).toBe(false);
    expect(processStartTime(2 ** 22 + 1)).toBeUndefined();
  });
});

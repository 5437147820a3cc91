import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

// Inside the checkout, where the program finds its packages.
const outDir = join(import.meta.dirname, '../../.cache/run-program');

beforeAll(async () => {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    build: { ssr: join(import.meta.dirname, 'testing/uncaught.ts'), outDir, emptyOutDir: true, target: 'node20' },
  });
});

function run(way: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(outDir, 'uncaught.js'), way], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, log: stderr.split('\n').filter((line) => line !== '') };
}

describe('a program whose error no code catches', () => {
  it.each(['rejection', 'exception'])('logs one line, stops in order and fails: %s', (way) => {
    const { status, stdout, log } = run(way);
    expect([status, stdout]).toEqual([1, 'ready\nstopped in order\n']);
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ level: 60, err: { message: 'one of its parts failed' } });
  });

  it('ends also when it fails while it stops', () => {
    const { status, log } = run('stop');
    expect(status).toBe(1);
    expect(log).toHaveLength(1);
  });
});

it('logs nothing on an ordinary stop', () => {
  expect(run('nothing')).toEqual({ status: 0, stdout: 'ready\nstopped in order\n', log: [] });
});

it('serves and stops although its log is a file on a full disk', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stdout } = spawnSync(process.execPath, [join(outDir, 'uncaught.js'), 'log lines'], {
    ...{ encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', full] },
  });
  closeSync(full);
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'ready\nstopped in order\n' });
});

it('names the setting of an address that it cannot listen on', () => {
  const sentence = 'HOST 192.0.2.1 is no address of this machine: set HOST to one of its own.';
  expect(run('strange host')).toEqual({ status: 1, stdout: '', log: [sentence] });
});

describe('a program whose data folder cannot be written', () => {
  it.each([
    ['full disk', 'A file of the data folder cannot be written: the disk is full.'],
    ['not a folder', '/dev/null/data cannot be written: a part of its path is a file.'],
  ])('says so in a sentence: %s', (way, sentence) => {
    expect(run(way)).toEqual({
      ...{ status: 1, stdout: '' },
      log: [`${sentence} Mend that, or set DATA_DIR to another folder.`],
    });
  });
});

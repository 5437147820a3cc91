import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Checked {
  /** `failed`: tests of it did; `broken`: it did not come as far as to test anything. */
  readonly outcome: 'passed' | 'failed' | 'broken';
  readonly output: string;
}

/** The tests that a spec begins may wait for something that a bug keeps from coming. */
const LONGEST_MS = 240_000;

/**
 * Runs one spec in a copy of the sources.
 * @param databaseUrl a role that may create databases
 */
export function runCheck(folder: string, spec: string, databaseUrl: string): Promise<Checked> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', folder, '--project', 'units', '--reporter=default', '--bail=1', spec];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, NO_COLOR: '1', VITEST: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((done) => {
    child.once('close', (code, signal) => done({ outcome: outcomeOf(code, signal, output), output }));
  });
}

export function outcomeOf(code: number | null, signal: string | null, output: string): Checked['outcome'] {
  // What never ends by itself has been noticed, too.
  if (signal !== null) return 'failed';
  if (code === 0) return /Tests\s+\d+ passed/.test(output) ? 'passed' : 'broken';
  return /Tests\s+.*\d+ failed/.test(output) ? 'failed' : 'broken';
}

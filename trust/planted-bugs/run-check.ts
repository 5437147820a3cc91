import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isSpec } from './bug.ts';

export interface Checked {
  /** `failed`: tests of it did; `broken`: it did not come as far as to test anything. */
  readonly outcome: 'passed' | 'failed' | 'broken';
  readonly output: string;
}

/** What a check begins may wait for something that a bug keeps from coming. */
const LONGEST_MS = { spec: 240_000, part: 600_000 };

/**
 * Runs one check in a copy of the sources: a spec, or a part of `npm run trust`.
 * @param databaseUrl a role that may create databases
 */
export async function runCheck(folder: string, caughtBy: string, databaseUrl: string): Promise<Checked> {
  if (isSpec(caughtBy)) {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--root', folder, '--project', 'units', '--reporter=default', '--bail=1', caughtBy];
    const ended = await run(folder, args, LONGEST_MS.spec, { TEST_DATABASE_URL: databaseUrl });
    return { outcome: outcomeOf(ended.code, ended.signal, ended.output), output: ended.output };
  }
  // It starts servers of its own.
  const args = [join(folder, 'scripts/lib/trust-of-copy.mjs'), ...caughtBy.split(' ')];
  const ended = await run(folder, args, LONGEST_MS.part, {});
  return { outcome: outcomeOfPart(ended.code, ended.signal, ended.output), output: ended.output };
}

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

function run(cwd: string, args: readonly string[], timeout: number, more: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    ...{ cwd, timeout, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...process.env, ...more, NO_COLOR: '1', VITEST: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((done) => {
    child.once('close', (code, signal) => done({ code, signal, output }));
  });
}

export function outcomeOf(code: number | null, signal: string | null, output: string): Checked['outcome'] {
  // What never ends by itself has been noticed, too.
  if (signal !== null) return 'failed';
  if (code === 0) return /Tests\s+\d+ passed/.test(output) ? 'passed' : 'broken';
  return /Tests\s+.*\d+ failed/.test(output) ? 'failed' : 'broken';
}

export function outcomeOfPart(code: number | null, signal: string | null, output: string): Checked['outcome'] {
  if (signal !== null) return 'failed';
  if (code === 0) return 'passed';
  // A part that could not even begin has seen nothing.
  return code === 1 && /VIOLATION in/.test(output) && !/it ended early/.test(output) ? 'failed' : 'broken';
}

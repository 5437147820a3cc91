import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '@perktree/projector/testing/bundle';
import { afterAll, expect, it } from 'vitest';

/** Within the checkout, where installed packages are found. */
const CACHE = fileURLToPath(new URL('./.cache/', import.meta.url));
mkdirSync(CACHE, { recursive: true });
const folder = mkdtempSync(join(CACHE, 'perktree-'));
const program = await bundleProgram('apps/cli/main.ts', folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program with one of its outputs closed. */
async function run(closed: 'stdout' | 'stderr', ...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of ['stdout', 'stderr'] as const) {
    if (output === closed) child[output].destroy();
    else child[output].on('data', (data) => (said += data));
  }
  const [code] = await once(child, 'close');
  return { code, said };
}

it('ends as it would have where a reader such as `head` has closed its output', async () => {
  expect(await run('stdout', '--help')).toEqual({ code: 0, said: '' });
  expect(await run('stderr', 'no-such-command')).toEqual({ code: 2, said: '' });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Supervised, supervise } from './supervise.ts';

const folder = mkdtempSync(join(tmpdir(), 'perktree-supervise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let programs = 0;
/** Runs a program under supervision. @returns how long it was left alone before each of its first restarts, in milliseconds */
async function pausesOf(program: string, count: number): Promise<readonly number[]> {
  programs += 1;
  const file = join(folder, `${programs}.mjs`);
  writeFileSync(file, program);
  const pauses: number[] = [];
  let supervised: Supervised | undefined;
  await new Promise<void>((done) => {
    supervised = supervise({
      ...{
        name: 'program',
        command: [process.execPath, file] as const,
        cwd: folder,
        environment: {},
        saysReady: / is ready at http/,
      },
      ...{ onOutput: () => {}, onStart: () => {}, onReady: () => {} },
      rest: async (ms) => {
        pauses.push(ms);
        if (pauses.length === count) done();
      },
    });
  });
  await supervised?.stop();
  return pauses.slice(0, count);
}

it('lets ever more time pass before it starts what fails to start', async () => {
  expect(await pausesOf('process.exit(1)', 4)).toEqual([200, 400, 800, 1600]);
});

it('starts at once again what had been ready, however often it is killed', async () => {
  const program = `console.log('it is ready at http://here'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20)`;
  expect(await pausesOf(program, 4)).toEqual([200, 200, 200, 200]);
});

const missing = join(folder, 'missing');
it.each([
  ['the program is missing', missing, {}, /missing: not found$/, 'program ended (127)'],
  // Such an error is thrown by `spawn`, not emitted.
  [
    'the environment is too large',
    process.execPath,
    { LARGE: 'x'.repeat(4_000_000) },
    null,
    'program did not start (spawn E2BIG)',
  ],
])('logs and retries a failed spawn: %s', async (_, program, environment, reason, outcome) => {
  const [pauses, lines]: [number[], string[]] = [[], []];
  let supervised: Supervised | undefined;
  await new Promise<void>((done) => {
    supervised = supervise({
      ...{ name: 'program', command: [program] as const, cwd: folder, environment },
      onOutput: (line) => void lines.push(line),
      ...{ onStart: () => {}, onReady: () => {} },
      rest: async (ms) => {
        pauses.push(ms);
        if (pauses.length === 3) done();
      },
    });
  });
  await supervised?.stop();
  expect(pauses.slice(0, 3)).toEqual([200, 400, 800]);
  expect(lines).toContain(`[WARNING] ${outcome}; starting it again`);
  if (reason !== null) await expect.poll(() => lines).toContainEqual(expect.stringMatching(reason));
});

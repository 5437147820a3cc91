import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { outputOf, ROOT } from './support/product.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'));
const dataDir = mkdtempSync(join(tmpdir(), 'perktree-readme-'));
const env = { ...process.env, PORT: '0', DATA_DIR: dataDir };

/** Arguments that run a few specs instead of the whole suite, which contains this spec. .ci/run runs the checks. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  'npm test': ' -- contracts/kernel/money.spec.ts',
  'npm run check': ' -- format',
};

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('every command of the README', () => {
  it('begins with the two that a fresh machine needs', () => {
    expect(commands.slice(0, 2)).toEqual(['npm start', 'npm test']);
  });

  it.each(commands.filter((command) => command.startsWith('npm start')))(
    '%s serves the product, which ends in order on SIGTERM to npm',
    async (command) => {
      const [program = '', ...args] = command.split(' ');
      const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const output = outputOf(child);
      const ended = new Promise<number | null>((done) => child.once('close', done));
      await expect.poll(output, { timeout: 500_000 }).toContain('Stop it with Ctrl+C.');
      const url = /PerkTree is ready at (http\S+)/.exec(output())?.[1];
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    },
  );

  it.each(commands.filter((command) => !command.startsWith('npm start')))('%s succeeds', (command) => {
    const run = command + (STANDS_FOR[command] ?? '');
    const { status, stdout, stderr } = spawnSync(run, { shell: true, cwd: ROOT, env, encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
    if (command === 'npm test') expect(stdout).toMatch(/^\d+ passed, 0 failed(, \d+ skipped)?$/m);
  });
});

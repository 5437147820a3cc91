import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, ROOT } from './support/product.ts';

const page = readFileSync(join(ROOT, 'docs/how-to/back-up-and-restore.md'), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'));

const folder = mkdtempSync(join(tmpdir(), 'perktree-backups-'));
let product: Product;
beforeAll(async () => {
  product = await startPrepared('the demo business');
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(command: string, dataDir = product.dataDir) {
  const places = { DATA_DIR: dataDir, BACKUPS: folder, NEW_DATA_DIR: join(folder, 'restored') };
  return spawnSync(command, { shell: true, cwd: ROOT, env: { ...process.env, ...places }, encoding: 'utf8' });
}
const jsonOf = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

describe('the page on back-ups', () => {
  it('has commands', () => {
    expect(commands.length).toBe(5);
  });

  it.each(commands)('%s succeeds beside the running product', (command) => {
    const { status, stdout, stderr } = run(command);
    expect(status, stdout + stderr).toBe(0);
    if (command.includes('--json'))
      expect(jsonOf(stdout)).toMatchObject({ chain: expect.stringMatching(/^[\da-f]{64}$/) });
  });

  it('gives back the same business: the one restored has the same chain', () => {
    const there = jsonOf(run('npm run perktree -- backup --to "$BACKUPS/there.perktree" --json').stdout);
    const restored = jsonOf(
      run('npm run perktree -- backup --to "$BACKUPS/again.perktree" --json', join(folder, 'restored')).stdout,
    );
    expect(restored.chain).toBe(there.chain);
    expect(restored.tables.map(({ table }: { table: string }) => table)).toEqual(
      there.tables.map(({ table }: { table: string }) => table),
    );
  });

  it.each([
    ['npm run perktree -- restore --from "$BACKUPS/first.perktree"', /The store is not empty/],
    ['npm run perktree -- restore --from "$BACKUPS/absent.perktree"', /There is no file/],
    ['npm run perktree -- backup', /required option '--to <file>'/],
  ])('%s is refused with a reason', (command, reason) => {
    const { status, stderr } = run(command);
    expect(status).toBe(2);
    expect(stderr).toMatch(reason);
  });
});

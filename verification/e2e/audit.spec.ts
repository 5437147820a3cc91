import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, ROOT, removeData } from './support/product.ts';

const page = readFileSync(join(ROOT, 'docs/how-to/read-the-audit.md'), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'));
const files = mkdtempSync(join(tmpdir(), 'perktree-audit-files-'));

let product: Product;
beforeAll(async () => {
  product = await startPrepared('the demo business');
});
afterAll(async () => {
  await product?.stop();
  if (product) removeData(product);
  rmSync(files, { recursive: true, force: true });
});

/** Runs the CLI on the product's event store. It writes files to a temporary folder. */
function run(command: string) {
  const env = { ...process.env, DATA_DIR: product.dataDir };
  const own = command.replace(/--csv (\S+)/, (_, name) => `--csv ${join(files, name)}`);
  return spawnSync(own, { shell: true, cwd: ROOT, env, encoding: 'utf8' });
}
const jsonOf = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

describe('the page on audits', () => {
  it('has commands', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

  it.each(commands)('%s succeeds beside the running product', (command) => {
    const { status, stdout, stderr } = run(command);
    expect(status, stdout + stderr).toBe(0);
    if (command.includes('--json')) expect(jsonOf(stdout)).toBeTypeOf('object');
    const [, name] = /--csv (\S+)/.exec(command) ?? [];
    if (name) expect(readFileSync(join(files, name), 'utf8')).toMatch(/^[a-z]+,.*\r\n/);
  });
});

describe('perktree audit', () => {
  it('says plainly that nothing differs, and works when the product is stopped', async () => {
    const beside = run('npm run perktree -- audit replay --json');
    expect(jsonOf(beside.stdout)).toMatchObject({ differences: 0, redemptions: 6 });
    await product.stop();
    const { status, stdout, stderr } = run('npm run perktree -- audit replay');
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('No differences.');
    expect(stderr).toContain('replaying:');
  });

  it.each([
    ['npm run perktree -- audit fly', /unknown command 'fly'/],
    ['npm run perktree -- audit close', /--month/],
    ['npm run perktree -- audit close --month 2999-01', /is not over/],
    ['npm run perktree -- audit what-if', /--from/],
    ['npm run perktree -- audit replay --site somewhere', /--site <id>' argument 'somewhere' is invalid/],
  ])('%s is refused with a reason', (command, reason) => {
    const { status, stderr } = run(command);
    expect([status, stderr]).toEqual([2, expect.stringMatching(reason)]);
  });
});

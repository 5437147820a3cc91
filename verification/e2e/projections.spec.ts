import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModels } from '@perktree/contracts/catalogue/read-models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, ROOT, startProduct } from './support/product.ts';

const page = readFileSync(join(ROOT, 'docs/how-to/rebuild-read-models.md'), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'));

let product: Product;
beforeAll(async () => {
  product = await startProduct({ args: ['--demo', '--demo-months', '0'] });
});
afterAll(() => product?.remove());

/** Runs the CLI beside the running product, as an operator does. */
function run(command: string) {
  const env = { ...process.env, DATA_DIR: product.dataDir };
  return spawnSync(command, { shell: true, cwd: ROOT, env, encoding: 'utf8' });
}
const jsonOf = (stdout: string): unknown => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

describe('the page on read models', () => {
  it('has commands', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

  it.each(commands)('%s succeeds', (command) => {
    const { status, stdout, stderr } = run(command);
    expect(status, stdout + stderr).toBe(0);
    if (command.includes('--json')) expect(jsonOf(stdout)).toBeTypeOf('object');
  });
});

describe('perktree projections', () => {
  it('leaves every read model live and alone after all of that', async () => {
    const statuses = () => {
      const { tables } = jsonOf(run('npm run perktree -- projections list --json').stdout) as {
        tables: { status: string; serving: boolean }[];
      };
      return tables.map(({ status, serving }) => (serving ? status : `${status} beside`));
    };
    await expect.poll(statuses, { timeout: 120_000 }).toEqual(Object.keys(readModels).map(() => 'live'));
  });

  it.each([
    ['npm run perktree -- projections rebuild --only nothing', /There is no read model nothing/],
    ['npm run perktree -- projections fly', /unknown command 'fly'/],
    ['npm run perktree -- projections pause qrs', /too many arguments.*--only <name>/s],
  ])('%s is refused with a reason', (command, reason) => {
    const { status, stderr } = run(command);
    expect(status).toBe(2);
    expect(stderr).toMatch(reason);
  });
});

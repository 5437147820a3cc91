import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditChainCalls } from '@perktree/contracts/http/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, ROOT } from './support/product.ts';

const page = readFileSync(join(ROOT, 'docs/how-to/issue-statements.md'), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n'));

const folder = mkdtempSync(join(tmpdir(), 'perktree-statements-'));
const statement = join(folder, 'statement.json');
let product: Product;
let site: string;
let distributor: string;
let publishedKey = '';
beforeAll(async () => {
  product = await startPrepared('the demo business');
  [site, distributor] = idsOfDemo();
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(command: string) {
  // npm prints a header line, which does not belong in the file.
  const quiet = { npm_config_loglevel: 'silent' };
  const files = {
    HEADS: join(folder, 'heads.json'),
    STATEMENT: statement,
    OWN: join(folder, 'own.json'),
    BEFORE: join(folder, 'before.json'),
  };
  const places = { DATA_DIR: product.dataDir, SITE: site, DISTRIBUTOR: distributor, KEY: publishedKey, ...files };
  return spawnSync(command, { shell: true, cwd: ROOT, env: { ...process.env, ...quiet, ...places }, encoding: 'utf8' });
}
const jsonOf = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

/** Finds a site and one of its earners in a backup, which lists all events. */
function idsOfDemo(): [site: string, distributor: string] {
  const { status, stderr } = run(`npm run perktree -- backup --to "${join(folder, 'all.perktree')}"`);
  expect(status, stderr).toBe(0);
  const { stdout } = spawnSync(`gunzip -c "${join(folder, 'all.perktree')}" | grep '"BenefitRedeemed"'`, {
    ...{ shell: true, encoding: 'utf8' },
  });
  const found = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? '';
  return [found(/"siteId":"([\da-f-]{36})"/), found(/"shares":\[{.*?"ownerId":"([^"]+)"/)];
}

describe('the page on statements', () => {
  it('has commands', () => {
    expect(commands.length).toBe(13);
  });

  it.each(commands)('%s succeeds beside the running product', async (command) => {
    const answer = await fetch(`${product.url}/api/audit/key`);
    publishedKey = auditChainCalls.auditKeys.answer.parse(await answer.json()).keys[0]?.publicKey ?? '';
    const { status, stdout, stderr } = run(command);
    expect(status, stdout + stderr).toBe(0);
    if (command.endsWith('--json')) expect(jsonOf(stdout)).toBeTypeOf('object');
  });

  it('leaves a statement with entries, for its owner alone', () => {
    const { totals, events, until } = JSON.parse(readFileSync(statement, 'utf8'));
    expect(totals.length).toBeGreaterThan(0);
    expect(until).toMatch(/^\d+$/);
    expect(events.of.length).toBeGreaterThan(0);
    expect(statSync(statement).mode & 0o777).toBe(0o600);
  });

  it('writes a PDF, and a statement of a distributor with that distributor alone', () => {
    expect(readFileSync(`${statement}.pdf`).toString('latin1', 0, 5)).toBe('%PDF-');
    const { totals, events } = JSON.parse(readFileSync(join(folder, 'own.json'), 'utf8'));
    expect(totals.length).toBeGreaterThan(0);
    for (const total of totals) expect(total.distributorId).toBe(distributor);
    expect(events.groups.every(({ outline }: { outline: object }) => 'parts' in outline)).toBe(true);
  });

  it('names heads and key that the product publishes', async () => {
    const answer = async (path: string) => (await fetch(`${product.url}${path}`)).json();
    const { heads } = auditChainCalls.auditHeads.answer.parse(await answer('/api/audit/heads'));
    const { keys } = auditChainCalls.auditKeys.answer.parse(await answer('/api/audit/key'));
    expect(heads.length).toBeGreaterThan(0);
    expect(JSON.parse(readFileSync(statement, 'utf8'))).toMatchObject({
      head: heads[0],
      publicKey: keys[0]?.publicKey,
    });
  });

  it.each([
    [
      'npm run perktree -- statement --site nothing --from 2026-01-01 --to 2026-02-01 --out x.json',
      2,
      /--site <id>' argument 'nothing' is invalid/,
    ],
    ['npm run perktree -- statement --from 2026-01-01', 2, /required option '--to <date>'/],
    ['npm run perktree -- chain fly', 2, /unknown command 'fly'/],
    ['node scripts/verify-statement.mjs package.json', 1, /^$/],
    ['node scripts/verify-statement.mjs package.json --key', 2, /'--key <value>' argument missing/],
    ['node scripts/verify-statement.mjs README.md', 2, /cannot be read/],
  ])('%s is refused with a reason', (command, code, reason) => {
    const { status, stderr } = run(command);
    expect(status).toBe(code);
    expect(stderr).toMatch(reason);
  });
});

import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PROGRAM, type Product, removeData, startProduct } from './support/product.ts';

const running: Product[] = [];
const start = async (options: Parameters<typeof startProduct>[0] = {}) => {
  const product = await startProduct(options);
  running.push(product);
  return product;
};

afterEach(async () => {
  for (const product of running.splice(0)) {
    await product.kill();
    removeData(product);
  }
});

const isRoot = process.getuid?.() === 0;
/** A uid without an entry in the passwd file. */
const NOBODY_KNOWS = 54_321;

describe('a start', () => {
  it('is refused plainly on a port that is in use', async () => {
    const first = await start();
    const port = new URL(first.url).port;
    await expect(startProduct({ env: { PORT: port } })).rejects.toThrow(`PORT ${port} is in use already`);
  });

  it.each([
    ['PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://somewhere'],
    ['SESSION_SECRET', 'short'],
  ])('stops at a wrong %s with its name, and without a stack', (name, value) => {
    const run = spawnSync(process.execPath, [PROGRAM], { env: { ...process.env, [name]: value }, encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain(`${name} is wrong: it takes `);
    expect(run.stderr).not.toContain('    at ');
  });

  it('says of an option that it does not know which ones there are, without a stack', () => {
    const run = spawnSync(process.execPath, [PROGRAM, '--hlep'], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("Unknown option '--hlep'");
    expect(run.stderr).toContain('npm start -- takes --demo, ');
    expect(run.stderr).not.toContain('    at ');
  });

  it.skipIf(!isRoot)('works for a user without a name, a home or a group', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'perktree-nobody-'));
    chownSync(dataDir, NOBODY_KNOWS, NOBODY_KNOWS);
    const product = await start({ dataDir, uid: NOBODY_KNOWS, env: { HOME: '/nonexistent', USER: '' } });
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  it('fills an empty store with a demo business, and prints an account for each role that works', async () => {
    const product = await start({ args: ['--demo'] });
    const accounts = [...product.output().matchAll(/^ {2}(\S.*?) {2,}(\S+@\S+)/gm)].map(([, role, email]) => ({
      role,
      email,
    }));
    expect(new Set(accounts.map(({ role }) => role))).toEqual(
      new Set(['site owner', 'staff', 'distributor', 'customer', 'auditor', 'superadmin']),
    );
    const password = /with the password (\S+)/.exec(product.output())?.[1];
    for (const { email } of accounts) {
      const answer = await fetch(`${product.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      expect(answer.status, String(email)).toBe(200);
    }
  });
});

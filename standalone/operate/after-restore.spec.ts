import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@perktree/command-service/testing/silent-logger';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import { streams } from '@perktree/contracts/streams';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ComposedApp, startComposedApp } from '../testing/composed-app.ts';
import { type OpenBusiness, openBusiness } from '../testing/open-business.ts';
import { PASSWORD, Visitor } from '../testing/visitor.ts';
import { COMMANDS } from './commands.ts';
import type { Opened } from './open-for-operator.ts';

let composed: ComposedApp;
let business: OpenBusiness;
let folder: string;
let erased: Visitor;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perktree-after-restore-'));
  composed = await startComposedApp();
  business = await openBusiness(composed.app, 'a');
  erased = await new Visitor(composed.app, 'erased').register('customer');
  await erased.must('POST', '/api/me/erase', { password: PASSWORD });
});
afterAll(async () => {
  await composed.close();
  await rm(folder, { recursive: true, force: true });
});

/** @returns the lines that a command prints */
async function run(name: string, ...words: string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const printed = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  const { store, pool } = composed;
  const opened: Opened = {
    ...{ store, pool, logger: silentLogger, sessionSecret: 'for specs, and of 32 characters' },
    ...{ publicUrl: 'http://localhost:3000', close: async () => {} },
  };
  const terminal = { yes: false, canAsk: false, show: () => {}, ask: async () => '' };
  await COMMANDS[name]?.run(opened, words, terminal).finally(() => printed.mockRestore());
  return lines;
}

it('list-erased prints the ids of erased accounts, one a line', async () => {
  expect(await run('list-erased')).toEqual([erased.id]);
});

it('after-restore refuses a file with a line that is no id, and changes nothing', async () => {
  const file = join(folder, 'wrong');
  await writeFile(file, `${business.customer.id}\nowner-a@example.test\n`);
  await expect(run('after-restore', file)).rejects.toThrow('holds a line that is no account id');
  expect((await business.customer.call('GET', '/api/auth/user')).status).toBe(200);
});

it('after-restore erases the accounts of a file again, stops their sites, and ends all sessions', async () => {
  const { owner, customer, distributor, siteId } = business;
  const other = await openBusiness(composed.app, 'b');
  // A dump of the schemas that hold what cannot be made anew; the product is stopped.
  await composed.stopProjector();
  await composed.pool.query(`DROP SCHEMA ${READ_MODEL_SCHEMA} CASCADE`);
  const file = join(folder, 'erased-accounts');
  await writeFile(file, [...(await run('list-erased')), owner.id, customer.id, other.owner.id, ''].join('\n'));
  expect(await run('after-restore', file)).toEqual(['Everyone is signed out. Accounts that were erased again: 3.']);
  expect((await distributor.call('GET', '/api/auth/user')).status).toBe(401);
  const { rows } = await composed.pool.query('SELECT id FROM identity.users WHERE id = ANY($1)', [
    [owner.id, customer.id, distributor.id],
  ]);
  expect(rows).toEqual([{ id: distributor.id }]);
  for (const id of [siteId, other.siteId]) {
    const events = await composed.store.readStream(streams.site(id));
    expect(events.at(-1)?.type).toBe('SiteDeactivated');
  }
  expect([...(await run('list-erased'))].sort()).toEqual([erased.id, owner.id, customer.id, other.owner.id].sort());
});

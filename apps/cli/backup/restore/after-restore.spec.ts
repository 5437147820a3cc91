import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@perktree/contracts/catalogue/events';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { deleteAccount } from '@perktree/identity/delete-account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ComposedApp, startComposedApp } from '../../../standalone/testing/composed-app.ts';
import { type OpenBusiness, openBusiness } from '../../../standalone/testing/open-business.ts';
import { PASSWORD, Visitor } from '../../../standalone/testing/visitor.ts';
import { runCommand, sessionOn } from '../../testing/run-command.ts';

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
const run = async (...words: string[]) =>
  (await runCommand(sessionOn(composed.databaseUrl, { folder }), ...words)).text.split('\n');

it('list-erased prints the ids of erased accounts, one a line', async () => {
  expect(await run('accounts', 'list-erased')).toEqual([erased.id]);
});

it('after-restore refuses a file with a line that is no id, and changes nothing', async () => {
  const file = join(folder, 'wrong');
  await writeFile(file, `${business.customer.id}\nowner-a@example.test\n`);
  await expect(run('after-restore', file)).rejects.toThrow('holds a line that is no account id');
  expect((await business.customer.call('GET', '/api/auth/user')).status).toBe(200);
});

it('after-restore erases the accounts of a file again, stops all sites without an owner, and ends all sessions', async () => {
  const { owner, customer, distributor, siteId } = business;
  const other = await openBusiness(composed.app, 'b');
  // As a restore leaves it that is interrupted after it has written the accounts.
  const interrupted = await openBusiness(composed.app, 'c');
  await deleteAccount(composed.pool, interrupted.owner.id);
  for (const { id } of [customer, distributor]) {
    await composed.pool.query(
      `INSERT INTO command_service.refusals (refusal_id, at, person_id, actor_id, command, code)
       VALUES ($1, now(), $2, $2, 'redeem', 'CODE_ENTRY_LOCKED')`,
      [randomUUID(), id],
    );
    await composed.pool.query(`SELECT files.request($1, 'customer', 'my-data', '/api/me/export', '{}', 1)`, [id]);
  }
  const kept = await openBusiness(composed.app, 'd');
  await composed.pool.query(
    `INSERT INTO command_service.billing_customers SELECT id, 'cus_' || owner_id FROM identity.tenants WHERE owner_id = ANY($1)`,
    [[owner.id, kept.owner.id]],
  );
  // Of a dump that was made after the copy of the events.
  const endpoint = 'INSERT INTO webhooks.endpoints (endpoint_id, tenant_id, position) VALUES ($1, $1, $2)';
  for (const position of [3, 1_000_000]) await composed.pool.query(endpoint, [randomUUID(), position]);
  // A dump of the schemas whose data cannot be recomputed; the product is stopped.
  await composed.stopProjector();
  await composed.pool.query(`DROP SCHEMA ${READ_MODEL_SCHEMA} CASCADE`);
  const file = join(folder, 'erased-accounts');
  await writeFile(
    file,
    [...(await run('accounts', 'list-erased')), owner.id, customer.id, other.owner.id, ''].join('\n'),
  );
  const head = await composed.store.head();
  expect(await run('after-restore', file)).toEqual(['All sessions have ended. Accounts erased again: 3.']);
  const endpoints = await composed.pool.query('SELECT position FROM webhooks.endpoints ORDER BY position');
  expect(endpoints.rows).toEqual([{ position: '3' }, { position: `${head}` }]);
  expect((await distributor.call('GET', '/api/auth/user')).status).toBe(401);
  const { rows } = await composed.pool.query('SELECT id FROM identity.users WHERE id = ANY($1)', [
    [owner.id, customer.id, distributor.id],
  ]);
  expect(rows).toEqual([{ id: distributor.id }]);
  const refusals = await composed.pool.query('SELECT person_id FROM command_service.refusals');
  expect(refusals.rows).toEqual([{ person_id: distributor.id }]);
  const files = await composed.pool.query('SELECT user_id FROM files.files');
  expect(files.rows).toEqual([{ user_id: distributor.id }]);
  const customers = await composed.pool.query('SELECT account FROM command_service.billing_customers');
  expect(customers.rows).toEqual([{ account: `cus_${kept.owner.id}` }]);
  for (const id of [siteId, other.siteId, interrupted.siteId]) {
    const events = await composed.store.readStream(streams.site(id));
    expect(events.at(-1)?.type).toBe('SiteDeactivated');
  }
  expect([...(await run('accounts', 'list-erased'))].sort()).toEqual(
    [erased.id, owner.id, customer.id, other.owner.id, interrupted.owner.id].sort(),
  );
});

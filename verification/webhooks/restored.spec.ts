import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, sessionOn } from '@perktree/apps/cli/testing/run-command';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { productTemplate } from '@perktree/apps/standalone/testing/product-template';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { claimEndpoints, nextDelivery } from '@perktree/webhook-service/claims';
import { type Message, messagesAfter } from '@perktree/webhook-service/messages';
import type { Pool } from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';

const LEASE_MS = 20_000;
// The test takes endpoints itself.
const composed = await startComposedApp();
const folder = await mkdtemp(join(tmpdir(), 'perktree-restored-'));
afterAll(async () => {
  await composed.close();
  await rm(folder, { recursive: true });
});

const claimOn = async (pool: Pool) => {
  const [claim] = await claimEndpoints(pool, 1, LEASE_MS);
  if (claim === undefined) throw new Error('no endpoint is due');
  return claim;
};

/** A new database from a backup of another. */
async function restored(from: string, file: string) {
  const database = await createTestDatabase(productTemplate);
  await runCommand(sessionOn(from, { folder }), 'backup', '--to', file);
  await runCommand(sessionOn(database.connectionString, { folder }), 'restore', '--from', file);
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'spec' });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return { pool, url: database.connectionString };
}

it('an event at the position of one that a restore has lost has another webhook-id; earlier ones keep theirs', async () => {
  const { owner, customerToken } = await openBusiness(composed.app, 'restored');
  await owner.must('POST', '/api/webhook-endpoints', { url: 'http://127.0.0.1:9/x', eventTypes: ['*'], siteIds: null });
  const scan = async (name: string) =>
    (await new Visitor(composed.app, name).register('customer')).must('POST', '/api/scan', { token: customerToken });
  const messages = async (count: number) => {
    const waiting = () =>
      composed.pool.query<{ tenant: string; after: string }>(
        `SELECT tenant_id AS tenant, e.position AS after FROM read_models.webhook_messages m JOIN webhooks.endpoints e USING (tenant_id)
       WHERE m.position > e.position`,
      );
    await expect.poll(async () => (await waiting()).rowCount).toBe(count);
    const [first] = (await waiting()).rows;
    return messagesAfter(composed.pool, first?.tenant ?? '', BigInt(first?.after ?? 0), count);
  };
  await scan('kept');
  await messages(1);
  const once = await restored(composed.databaseUrl, 'once.perktree');
  await scan('lost');
  const [kept, lost] = (await messages(2)) as [Message, Message];
  const before = await claimOn(composed.pool);
  const idOf = async (pool: Pool, claim: Awaited<ReturnType<typeof claimOn>>, message: Message) =>
    (await nextDelivery(pool, claim, message)).messageId;
  const idBefore = (message: Message) => idOf(composed.pool, before, message);

  const claim = await claimOn(once.pool);
  const other = { ...lost, at: new Date(Date.parse(lost.at) + 60_000).toISOString() };
  expect(await idOf(once.pool, claim, kept)).toBe(await idBefore(kept));
  expect(await idOf(once.pool, claim, other)).not.toBe(await idBefore(lost));

  const twice = await restored(once.url, 'twice.perktree');
  await twice.pool.query('UPDATE webhooks.endpoints SET leased_until = NULL');
  expect(await idOf(twice.pool, await claimOn(twice.pool), other)).toBe(await idOf(once.pool, claim, other));
});

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HeldSession } from './held-session.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const SILENCE_MS = 300;
const LONGER_MS = 3 * SILENCE_MS;
const LOCK = 'SELECT pg_try_advisory_lock(4711) AS locked';

let database: TestDatabase;
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => {});
  await database?.drop();
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(database.connectionString);
  client.on('error', () => {});
  clients.push(client);
  await client.connect();
  return client;
}
const locks = async (client: pg.Client) => (await client.query(LOCK)).rows[0].locked as boolean;

describe('a session that holds a lock', () => {
  it('keeps the lock while it sends heartbeats', async () => {
    const [holder, other] = [await connected(), await connected()];
    const session = new HeldSession(holder, { silenceMs: SILENCE_MS, pingEveryMs: SILENCE_MS / 10 });
    expect(await locks(holder)).toBe(true);
    await sleep(LONGER_MS);
    expect(await locks(other)).toBe(false);
    session.letGo();
    await holder.end();
  });

  it('loses it to the next one when it has fallen silent', async () => {
    const [holder, other] = [await connected(), await connected()];
    const session = new HeldSession(holder, { silenceMs: SILENCE_MS, pingEveryMs: 10 * LONGER_MS });
    expect(await locks(holder)).toBe(true);
    await expect.poll(() => locks(other), { timeout: 10_000 }).toBe(true);
    session.letGo();
  });
});

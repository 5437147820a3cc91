import pg from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { HeldSession } from './held-session.ts';
import { createTestDatabase } from './testing/test-database.ts';

const LOCK = 'SELECT pg_try_advisory_lock(4711) AS locked';
const clients: pg.Client[] = [];
const database = await createTestDatabase();
afterEach(() => void vi.useRealTimers());
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
  it('sends heartbeats until it is let go', async () => {
    vi.useFakeTimers();
    const query = vi.fn(async (_: string) => ({ rows: [] }));
    const session = new HeldSession({ query } as unknown as pg.ClientBase, { silenceMs: 300, pingEveryMs: 100 });
    await vi.advanceTimersByTimeAsync(350);
    expect(query.mock.calls.slice(1)).toEqual(Array(3).fill(['SELECT 1', undefined]));
    session.letGo();
    await vi.advanceTimersByTimeAsync(350);
    expect(query).toHaveBeenCalledTimes(1 + 3);
  });

  it('loses it to the next one when it has fallen silent', async () => {
    const [holder, other] = [await connected(), await connected()];
    expect(await locks(holder)).toBe(true);
    const session = new HeldSession(holder, { silenceMs: 300, pingEveryMs: 60_000 });
    await expect.poll(() => locks(other)).toBe(true);
    session.letGo();
  });
});

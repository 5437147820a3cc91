import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { afterAll, describe, expect, it } from 'vitest';
import { createTurns, type Turns } from './turns.ts';

const pools: ReturnType<typeof createPool>[] = [];
/** The turns of another process. */
function turnsOf(maxWaitMs?: number): Turns {
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'turns-spec', max: 4 });
  pools.push(pool);
  return createTurns(pool, maxWaitMs);
}
const database = await createTestDatabase();
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

/** Work that lasts until it is ended, and says when it has begun. */
function lasting() {
  const lasting = { end() {}, work: async () => {}, begun: Promise.resolve() };
  const ended = new Promise<void>((resolve) => {
    lasting.end = resolve;
  });
  lasting.begun = new Promise((resolve) => {
    lasting.work = () => {
      resolve();
      return ended;
    };
  });
  return lasting;
}

describe('a turn at a stream', () => {
  it('begins when that of another process has ended, whatever has become of it', async () => {
    // A busy machine does not begin it earlier.
    const [one, other] = [turnsOf(), turnsOf(60_000)];
    const order: string[] = [];
    const first = lasting();
    const failed = one('qr-1', async () => {
      await first.work();
      order.push('first');
      throw new Error('refused');
    }).catch((error: Error) => error.message);
    await first.begun;
    const second = other('qr-1', async () => void order.push('second'));
    await other('qr-2', async () => void order.push('another stream'));
    first.end();
    expect(await failed).toBe('refused');
    await second;
    expect(order).toEqual(['another stream', 'first', 'second']);
  });

  it('is not waited for where another one hangs, or too many streams are contended', async () => {
    const [one, other] = [turnsOf(), turnsOf()];
    const hanging = ['qr-3', 'qr-4'].map((stream) => ({ stream, ...lasting() }));
    const held = hanging.map(({ stream, work }) => one(stream, work));
    await Promise.all(hanging.map(({ begun }) => begun));
    expect(await other('qr-3', async () => 'after the longest wait')).toBe('after the longest wait');
    expect(await one('qr-5', async () => 'at once')).toBe('at once');
    for (const { end } of hanging) end();
    await Promise.all(held);
  });

  it('is done without where Postgres cannot be reached', async () => {
    const away = createPool({ connectionString: 'postgres://none@127.0.0.1:1/none', applicationName: 'turns-spec' });
    pools.push(away);
    expect(await createTurns(away)('qr-6', async () => 'done')).toBe('done');
  });
});

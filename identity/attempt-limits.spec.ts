import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { afterAll, expect, it } from 'vitest';
import { ATTEMPT_LIMITS, createAttemptLimits } from './attempt-limits.ts';
import { migrateIdentity } from './migrations.ts';

const database = await createTestDatabase({
  name: 'identity',
  prepare: async (url) => void (await migrateIdentity(url)),
});
const pool = createPool({ connectionString: database.connectionString, applicationName: 'limits-spec', max: 12 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});
const { perAccount } = ATTEMPT_LIMITS;
const ip = '203.0.113.9';

const process = (wait?: { longestMs: number; pauseMs: number }) =>
  createAttemptLimits({ pool, secret: 'of all processes', clock: () => new Date(), ...(wait && { wait }) });

it('lets every correct password wait for a slot under concurrent requests to several processes', async () => {
  // A busy machine may need more than the five seconds of the product.
  const processes = Array.from({ length: 4 }, () => process({ longestMs: 40_000, pauseMs: 50 }));
  let under = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 5 * perAccount }, (_, n) =>
      processes[n % processes.length]?.guard({ kind: 'login', email: 'somebody', ip }, async () => {
        under += 1;
        most = Math.max(most, under);
        await sleep(20);
        under -= 1;
        return 'in';
      }),
    ),
  );
  expect(new Set(results)).toEqual(new Set(['in']));
  expect(most).toBeLessThanOrEqual(perAccount);
});

it('refuses in the end where a place is not given back, as by a process that died, and at once where all have failed', async () => {
  const limits = process({ longestMs: 20, pauseMs: 5 });
  const attempt = (run: () => Promise<string | null>) => limits.guard({ kind: 'login', email: 'another', ip }, run);
  for (let n = 0; n < perAccount; n += 1) expect(await attempt(async () => null)).toBeNull();
  await expect(attempt(async () => 'in')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await pool.query('UPDATE identity.failed_attempts SET settled = settled - 1');
  await expect(attempt(async () => 'in')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { expect, it } from 'vitest';
import { ATTEMPT_LIMITS, createAttemptLimits } from './attempt-limits.ts';
import { migrateIdentity } from './migrations.ts';

const template = { name: 'identity', prepare: async (url: string) => void (await migrateIdentity(url)) };
const { pool } = await useTestPool(template, 12);
const { perAccount } = ATTEMPT_LIMITS;
const ip = '203.0.113.9';

const process = (timers: ManualTimers, more: Partial<Parameters<typeof createAttemptLimits>[0]> = {}) =>
  createAttemptLimits({ pool, secret: 'of all processes', clock: () => new Date(timers.now()), timers, ...more });

it('lets every correct password wait for a slot under concurrent requests to several processes', async () => {
  const timers = new ManualTimers();
  // Pauses pass while the database is asked, so a slow one takes many of them.
  const wait = { longestMs: Number.POSITIVE_INFINITY, pauseMs: 50 };
  const processes = Array.from({ length: 4 }, () => process(timers, { wait }));
  let under = 0;
  let most = 0;
  const all = Promise.all(
    Array.from({ length: 5 * perAccount }, (_, n) =>
      processes[n % processes.length]?.guard({ kind: 'login', email: 'somebody', ip }, async () => {
        under += 1;
        most = Math.max(most, under);
        await timers.sleep(20);
        under -= 1;
        return 'in';
      }),
    ),
  );
  expect(new Set(await timers.run(all))).toEqual(new Set(['in']));
  expect(most).toBeLessThanOrEqual(perAccount);
});

it('refuses in the end where a place is not given back, as by a process that died, and at once where all have failed', async () => {
  const timers = new ManualTimers();
  const limits = process(timers);
  const attempt = (run: () => Promise<string | null>) =>
    timers.run(limits.guard({ kind: 'login', email: 'another', ip }, run));
  for (let n = 0; n < perAccount; n += 1) expect(await attempt(async () => null)).toBeNull();
  await expect(attempt(async () => 'in')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await pool.query('UPDATE identity.failed_attempts SET settled = settled - 1');
  await expect(attempt(async () => 'in')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

import { Refused } from '@perktree/contracts/kernel/refusals';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

type Place =
  /** The number of failures. */
  | { readonly state: 'blocked'; readonly until: Date }
  /** The last places are those of attempts under way, which may give them back. */
  | { readonly state: 'occupied'; readonly until: Date }
  | { readonly state: 'taken'; readonly windowEndsAt: Date };

/** What the column can hold. */
const MAX_FAILURES = 2 ** 31 - 1;

const attempts = () => sql('identity.failed_attempts');

/** Counts of failures by key, each in a window that begins with its first one. */
export function createFailureCounters(pool: Pool, clock: () => Date, windowMs: number) {
  async function blockedUntil(
    key: string,
    limit: number,
    count: 'failures' | 'settled' = 'failures',
  ): Promise<Date | null> {
    const query = attempts().where({ key }).where(count, '>=', limit).where('window_ends_at', '>', clock());
    const { rows } = await run<{ window_ends_at: Date }>(pool, query.select('window_ends_at'));
    return rows[0]?.window_ends_at ?? null;
  }

  /** Counts up, unless the limit is reached: one statement, so that concurrent ones cannot pass it together. */
  async function take(key: string, limit: number, units = 1): Promise<Place> {
    const now = clock();
    const end = new Date(now.getTime() + windowMs);
    const { rows } = await run<{ window_ends_at: Date }>(
      pool,
      `INSERT INTO identity.failed_attempts AS f (key, failures, window_ends_at) VALUES (:key, :units, :end)
       ON CONFLICT (key) DO UPDATE SET
         failures = CASE WHEN f.window_ends_at <= :now THEN :units ELSE f.failures + :units END,
         settled = CASE WHEN f.window_ends_at <= :now THEN 0 ELSE f.settled END,
         window_ends_at = CASE WHEN f.window_ends_at <= :now THEN :end ELSE f.window_ends_at END
       WHERE f.window_ends_at <= :now OR f.failures < :limit
       RETURNING window_ends_at`,
      { key, now, end, limit, units },
    );
    const taken = rows[0];
    if (taken) return { state: 'taken', windowEndsAt: taken.window_ends_at };
    const until = await blockedUntil(key, limit, 'settled');
    return until ? { state: 'blocked', until } : { state: 'occupied', until: new Date(now.getTime() + 1000) };
  }

  function refusal(until: Date): Refused {
    const seconds = Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / 1000));
    return new Refused('TOO_MANY_REQUESTS', { seconds });
  }

  return {
    blockedUntil,
    take,
    refusal,

    /** Counts up for good; what begins below the limit may pass it. @throws Refused TOO_MANY_REQUESTS: the limit is reached */
    async spend(key: string, limit: number, units = 1): Promise<void> {
      if ((await take(key, limit, units)).state === 'taken') return;
      throw refusal((await blockedUntil(key, limit)) ?? clock());
    },

    /** The attempt has failed: its place stays taken until the window ends. */
    async settle(key: string, windowEndsAt: Date): Promise<void> {
      await run(pool, attempts().where({ key, window_ends_at: windowEndsAt }).increment('settled'));
    },

    /** Counts one down, in the window that it was counted up in. */
    async giveBack(key: string, windowEndsAt: Date): Promise<void> {
      const counted = attempts().where({ key, window_ends_at: windowEndsAt }).where('failures', '>', 0);
      await run(pool, counted.decrement('failures'));
    },

    /** Counts one up without a limit. */
    async add(key: string): Promise<void> {
      await take(key, MAX_FAILURES);
    },

    async deleteExpired(): Promise<void> {
      await run(pool, attempts().where('window_ends_at', '<=', clock()).delete());
    },
  };
}

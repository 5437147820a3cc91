import { Refused } from '@perktree/contracts/refusals';
import type { Pool } from 'pg';

type Place =
  /** The number of failures. */
  | { readonly state: 'blocked'; readonly until: Date }
  /** The last places are those of attempts under way, which may give them back. */
  | { readonly state: 'occupied'; readonly until: Date }
  | { readonly state: 'taken'; readonly windowEndsAt: Date };

/** What the column can hold. */
const MOST_FAILURES = 2 ** 31 - 1;

/** Counts of failures by key, each in a window that begins with its first one. */
export function createFailureCounters(pool: Pool, clock: () => Date, windowMs: number) {
  async function blockedUntil(
    key: string,
    limit: number,
    count: 'failures' | 'settled' = 'failures',
  ): Promise<Date | null> {
    const { rows } = await pool.query<{ window_ends_at: Date }>(
      `SELECT window_ends_at FROM identity.failed_attempts WHERE key = $1 AND ${count} >= $2 AND window_ends_at > $3`,
      [key, limit, clock()],
    );
    return rows[0]?.window_ends_at ?? null;
  }

  /** Counts one up, unless the limit is reached: one statement, so that concurrent ones cannot pass it together. */
  async function take(key: string, limit: number): Promise<Place> {
    const now = clock();
    const end = new Date(now.getTime() + windowMs);
    const { rows } = await pool.query<{ window_ends_at: Date }>(
      `INSERT INTO identity.failed_attempts AS f (key, failures, window_ends_at) VALUES ($1, 1, $3)
       ON CONFLICT (key) DO UPDATE SET
         failures = CASE WHEN f.window_ends_at <= $2 THEN 1 ELSE f.failures + 1 END,
         settled = CASE WHEN f.window_ends_at <= $2 THEN 0 ELSE f.settled END,
         window_ends_at = CASE WHEN f.window_ends_at <= $2 THEN $3 ELSE f.window_ends_at END
       WHERE f.window_ends_at <= $2 OR f.failures < $4
       RETURNING window_ends_at`,
      [key, now, end, limit],
    );
    const taken = rows[0];
    if (taken) return { state: 'taken', windowEndsAt: taken.window_ends_at };
    const until = await blockedUntil(key, limit, 'settled');
    return until ? { state: 'blocked', until } : { state: 'occupied', until: new Date(now.getTime() + 1000) };
  }

  /** The refusal until a window ends. */
  function refusal(until: Date): Refused {
    const seconds = Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / 1000));
    return new Refused('TOO_MANY_REQUESTS', { seconds });
  }

  return {
    blockedUntil,
    take,
    refusal,

    /** Counts one up for good. @throws Refused TOO_MANY_REQUESTS: the limit is reached */
    async spend(key: string, limit: number): Promise<void> {
      if ((await take(key, limit)).state === 'taken') return;
      throw refusal((await blockedUntil(key, limit)) ?? clock());
    },

    /** The attempt has failed: its place stays taken until the window ends. */
    async settle(key: string, windowEndsAt: Date): Promise<void> {
      await pool.query(
        'UPDATE identity.failed_attempts SET settled = settled + 1 WHERE key = $1 AND window_ends_at = $2',
        [key, windowEndsAt],
      );
    },

    /** Counts one down, in the window that it was counted up in. */
    async giveBack(key: string, windowEndsAt: Date): Promise<void> {
      await pool.query(
        'UPDATE identity.failed_attempts SET failures = failures - 1 WHERE key = $1 AND window_ends_at = $2 AND failures > 0',
        [key, windowEndsAt],
      );
    },

    /** Counts one up without a limit. */
    async add(key: string): Promise<void> {
      await take(key, MOST_FAILURES);
    },

    async deleteExpired(): Promise<void> {
      await pool.query('DELETE FROM identity.failed_attempts WHERE window_ends_at <= $1', [clock()]);
    },
  };
}

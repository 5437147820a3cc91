import { HOUR_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

/**
 * After `free` wrong codes of an account, in any time, each further one starts a wait: one minute at first, doubled each time,
 * up to six hours. Without the backoff, ten codes every ten minutes would find one of a million within weeks.
 */
export const CODE_BACKOFF = { free: 100, firstMs: MINUTE_MS, longestMs: 6 * HOUR_MS } as const;

const failuresOf = (userId: string) => sql('identity.code_failures').where({ user_id: userId });

export type CodeBackoff = ReturnType<typeof createCodeBackoff>;

export function createCodeBackoff({ pool, clock }: { readonly pool: Pool; readonly clock: () => Date }) {
  /** The wait after a number of failures, in milliseconds; null for no wait. */
  function waitAfter(failures: number): number | null {
    if (failures < CODE_BACKOFF.free) return null;
    return Math.min(CODE_BACKOFF.firstMs * 2 ** (failures - CODE_BACKOFF.free), CODE_BACKOFF.longestMs);
  }

  async function countFailure(userId: string): Promise<void> {
    const first = sql('identity.code_failures').insert({ user_id: userId, failures: 1 }).onConflict('user_id');
    const counted = first.merge({ failures: sql.raw('code_failures.failures + 1') }).returning('failures');
    const { rows } = await run<{ failures: number }>(pool, counted);
    const wait = waitAfter(rows[0]?.failures ?? 0);
    if (wait === null) return;
    await run(pool, failuresOf(userId).update({ blocked_until: new Date(clock().getTime() + wait) }));
  }

  return {
    /**
     * Checks a code unless the account has to wait. A correct one resets the count.
     * @param look returns null for a wrong code
     * @throws Refused TOO_MANY_REQUESTS
     */
    async guard<T>(userId: string, look: () => Promise<T | null>): Promise<T | null> {
      const query = failuresOf(userId).select('blocked_until');
      const { rows } = await run<{ blocked_until: Date | null }>(pool, query);
      const left = (rows[0]?.blocked_until?.getTime() ?? 0) - clock().getTime();
      if (left > 0) throw new Refused('TOO_MANY_REQUESTS', { seconds: Math.ceil(left / 1000) });
      const result = await look();
      if (result === null) await countFailure(userId);
      else if (rows.length > 0) await run(pool, failuresOf(userId).delete());
      return result;
    },
  };
}

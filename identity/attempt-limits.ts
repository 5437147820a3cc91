import { createHmac } from 'node:crypto';
import { clientNetwork } from '@perktree/platform/http/client-network';
import { limitByKey } from '@perktree/platform/limit-by-key';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { createFailureCounters } from './failure-counters.ts';

/** Failures in ten minutes after which an e-mail address, or a client's network, has to wait for the rest of them. */
export const ATTEMPT_LIMITS = { windowMs: 10 * 60 * 1000, perAccount: 10, perNetwork: 100 } as const;

/** Attempts on one account that this process works on at once. Less than the limit, so that they rarely use it up. */
const ACCOUNT_LANES = 4;
/** How long an attempt waits for a slot that other attempts may release, and the polling interval, in milliseconds. */
const WAIT = { longestMs: 5_000, pauseMs: 50 };

type Attempt = { readonly ip: string } & (
  | { readonly kind: 'login' | 'register' | 'forgot' | 'resend'; readonly email: string }
  /** For links, whose account is only known if they are correct: limited by network. */
  | { readonly kind: 'reset' | 'verify'; readonly token: string }
);

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/**
 * Slows down guessing. Only failures count, in Postgres, for all processes together and over restarts. Keys are hashed:
 * the table does not reveal which addresses were tried.
 */
export function createAttemptLimits(options: {
  pool: Pool;
  secret: string;
  clock: () => Date;
  wait?: typeof WAIT;
  timers?: Timers;
}) {
  const { wait = WAIT, timers = systemTimers } = options;
  const counters = createFailureCounters(options.pool, options.clock, ATTEMPT_LIMITS.windowMs);
  const inLane = limitByKey(ACCOUNT_LANES);
  const keyOf = (kind: string, of: string, what: string) =>
    `${kind}:${of}:${createHmac('sha256', options.secret).update(what).digest('base64url')}`;

  return {
    /**
     * Runs an attempt unless too many failed before; null is a failure.
     *
     * The account's limit is exact: an attempt takes its place first and gives it back unless it fails, so guesses in
     * parallel gain nothing. Where attempts under way hold the last places, it waits for them. The network's limit is not
     * exact: it is checked before an attempt and counted after it, because many people behind one address may sign in at
     * the same moment.
     * @throws Refused TOO_MANY_REQUESTS
     */
    async guard<T>(attempt: Attempt, run: () => Promise<T | null>): Promise<T | null> {
      const network = keyOf(attempt.kind, 'network', clientNetwork(attempt.ip));
      const account = keyOf(attempt.kind, 'account', 'token' in attempt ? attempt.token : attempt.email);
      const until = await counters.blockedUntil(network, ATTEMPT_LIMITS.perNetwork);
      if (until) throw counters.refusal(until);
      return inLane(account, async () => {
        const windowEndsAt = await takePlace(account);
        const result = await runOrGiveBack(run, () => counters.giveBack(account, windowEndsAt));
        if (result === null) await Promise.all([counters.settle(account, windowEndsAt), counters.add(network)]);
        return result;
      });
    },
    deleteExpired: counters.deleteExpired,
  };

  /** @returns the end of the window that the place is in @throws Refused TOO_MANY_REQUESTS */
  async function takePlace(account: string): Promise<Date> {
    for (const begun = timers.monotonic(); ; await timers.sleep(wait.pauseMs)) {
      const place = await counters.take(account, ATTEMPT_LIMITS.perAccount);
      if (place.state === 'taken') return place.windowEndsAt;
      const waited = timers.monotonic() - begun;
      if (place.state === 'blocked' || waited > wait.longestMs) throw counters.refusal(place.until);
    }
  }
}

async function runOrGiveBack<T>(run: () => Promise<T | null>, giveBack: () => Promise<void>): Promise<T | null> {
  try {
    const result = await run();
    if (result !== null) await giveBack();
    return result;
  } catch (error) {
    // Not the caller's failure. Where the database is the reason, the place stays taken until the window ends.
    await giveBack().catch(() => {});
    throw error;
  }
}

import type { EventStore } from '@perktree/event-store/port';
import type { RecurringJob } from '@perktree/platform/jobs/recurring-job';
import type { Pool } from 'pg';
import { followChain } from './follow-chain.ts';
import { publishHead } from './signed-heads.ts';
import type { SigningKey } from './signing-key.ts';

const EVERY_MS = 10 * 60 * 1000;

/** Chains the events that came since the last time, and publishes the signed head. */
export function signChainJob(options: {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly pool: Pool;
  readonly key: SigningKey;
  readonly clock: () => Date;
  /** Receives the number of newly chained events whose own clock is behind their effective time. */
  readonly onBehind?: (events: number) => void;
}): RecurringJob {
  const { store, pool, key, clock, onBehind } = options;
  return {
    name: 'sign-chain-head',
    everyMs: EVERY_MS,
    run: async () => {
      await publishHead(pool, await followChain({ store, pool, onBehind }), { key, now: clock() });
    },
  };
}

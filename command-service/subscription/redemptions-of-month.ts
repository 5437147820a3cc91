import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { createProjectedWait } from '../http/lookups/projected.ts';
import { monthOf } from './decisions/state.ts';

/** Redemptions of a tenant in the calendar month (UTC) of `now`, including reversed ones. */
export type RedemptionsOfMonth = (tenantId: string, now: string) => Promise<number>;

/** Waits until the read model includes everything stored before the call. @throws Refused READ_MODEL_BEHIND */
export function createRedemptionsOfMonth(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): RedemptionsOfMonth {
  const projected = createProjectedWait({ ...deps, names: ['redemptions'] });
  return async (tenantId, now) => {
    await projected();
    const { rows } = await deps.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${READ_MODEL_SCHEMA}.redemptions
       WHERE tenant_id = $1 AND redeemed_at >= $2`,
      // Without an end, so that redemptions of a process whose clock is ahead count.
      [tenantId, `${monthOf(now)}-01T00:00:00Z`],
    );
    return rows[0]?.count ?? 0;
  };
}

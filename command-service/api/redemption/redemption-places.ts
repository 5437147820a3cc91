import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { createProjectedWait, findProjected } from '../lookups/projected.ts';

/**
 * The QR of a redemption; null: no such redemption.
 * @throws Refused READ_MODEL_BEHIND if the read model is too far behind to tell
 */
export type QrOfRedemption = (redemptionId: string) => Promise<string | null>;

/** Looks up the read model, again after it has caught up if the id is unknown. */
export function createQrOfRedemption(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): QrOfRedemption {
  const projected = createProjectedWait({ ...deps, names: ['redemptions'] });
  const find = async (redemptionId: string) => {
    const { rows } = await deps.pool.query<{ qr_id: string }>(
      `SELECT qr_id FROM ${READ_MODEL_SCHEMA}.redemptions WHERE redemption_id = $1`,
      [redemptionId],
    );
    return rows[0]?.qr_id ?? null;
  };
  return (redemptionId) => findProjected(() => find(redemptionId), projected);
}

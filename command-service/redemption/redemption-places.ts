import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { createProjectedWait } from '../lookups/projected.ts';

/**
 * The QR in whose stream a redemption is; null when there is no such redemption.
 * @throws Refused READ_MODEL_BEHIND when that cannot be known yet
 */
export type QrOfRedemption = (redemptionId: string) => Promise<string | null>;

/** By the read model, asked again once it has everything that was stored. */
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
  return async (redemptionId) => {
    const found = await find(redemptionId);
    if (found !== null) return found;
    await projected();
    return find(redemptionId);
  };
}

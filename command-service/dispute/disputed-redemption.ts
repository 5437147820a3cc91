import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { createProjectedWait } from '../lookups/projected.ts';

/** Where a redemption is, and who had a part in it. Neither changes any more. */
export interface DisputedRedemption {
  readonly qrId: string;
  readonly siteId: string;
  readonly tenantId: string;
  /** The customer, whoever confirmed it, and those who earned. */
  readonly people: readonly string[];
}

/**
 * The redemption; null when there is none.
 * @throws Refused READ_MODEL_BEHIND when that cannot be known yet
 */
export type FindDisputed = (redemptionId: string) => Promise<DisputedRedemption | null>;

/** By the read models, asked again once they have everything that was stored. */
export function createFindDisputed(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): FindDisputed {
  const projected = createProjectedWait({ ...deps, names: ['redemptions', 'ledger_entries'] });
  const find: FindDisputed = async (redemptionId) => {
    const { rows } = await deps.pool.query<DisputedRedemption>(
      `SELECT r.qr_id AS "qrId", r.site_id AS "siteId", r.tenant_id AS "tenantId",
         ARRAY[r.customer_id, r.confirmed_by] || ARRAY(
           SELECT DISTINCT distributor_id FROM read_models.ledger_entries WHERE redemption_id = $1) AS people
       FROM read_models.redemptions r WHERE r.redemption_id = $1`,
      [redemptionId],
    );
    return rows[0] ?? null;
  };
  return async (redemptionId) => {
    // Entries, too, have to be there: whoever earned is among those the note may be about.
    await projected();
    return find(redemptionId);
  };
}

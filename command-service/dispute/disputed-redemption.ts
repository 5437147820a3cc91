import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { createProjectedWait } from '../http/lookups/projected.ts';

/** Immutable. */
export interface DisputedRedemption {
  /** In lower case, whatever the caller sent: it names the stream of the dispute. */
  readonly redemptionId: string;
  readonly qrId: string;
  readonly siteId: string;
  readonly tenantId: string;
  /** The customer, the confirming person, and the distributors that earned. */
  readonly people: readonly string[];
}

/**
 * Null: no such redemption.
 * @throws Refused READ_MODEL_BEHIND
 */
type FindDisputed = (redemptionId: string) => Promise<DisputedRedemption | null>;

export function createFindDisputed(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): FindDisputed {
  const projected = createProjectedWait({ ...deps, names: ['redemptions', 'ledger_entries'] });
  const find: FindDisputed = async (redemptionId) => {
    const { rows } = await deps.pool.query<DisputedRedemption>(
      `SELECT r.redemption_id AS "redemptionId", r.qr_id AS "qrId", r.site_id AS "siteId", r.tenant_id AS "tenantId",
         ARRAY[r.customer_id, r.confirmed_by] || ARRAY(
           SELECT DISTINCT distributor_id FROM read_models.ledger_entries WHERE redemption_id = $1) AS people
       FROM read_models.redemptions r WHERE r.redemption_id = $1`,
      [redemptionId],
    );
    return rows[0] ?? null;
  };
  return async (redemptionId) => {
    // Wait for ledger entries too, because `people` includes the distributors that earned.
    await projected();
    return find(redemptionId);
  };
}

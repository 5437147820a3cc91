import { READ_MODEL_SCHEMA, type ReadModelName } from '@perktree/contracts/catalogue/read-models';
import type { EventStore } from '@perktree/event-store/port';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { createProjectedWait, findProjected } from '../http/lookups/projected.ts';

/** The stream of a payout. Immutable. */
export interface PayoutPlace {
  readonly siteId: string;
  readonly distributorId: string;
}

export interface TenantPayout extends PayoutPlace {
  readonly payoutId: string;
  readonly tenantId: string;
}

const PAYOUTS = `${READ_MODEL_SCHEMA}.payouts`;
const NEEDED: readonly ReadModelName[] = ['payouts', 'ledger_entries', 'combined_entries'];
const CACHED_PLACES = 100_000;

export type PayoutPlaces = ReturnType<typeof createPayoutPlaces>;

/** Finds the streams of payouts by the read model. Each call throws Refused READ_MODEL_BEHIND. */
export function createPayoutPlaces({ pool, store }: { readonly pool: Pool; readonly store: Pick<EventStore, 'head'> }) {
  /** Waits until ledger and payouts include everything stored before the call. */
  const upToDate = createProjectedWait({ pool, store, names: NEEDED });
  const places = new LRUCache<string, PayoutPlace>({ max: CACHED_PLACES });

  async function find(payoutId: string): Promise<PayoutPlace | null> {
    const { rows } = await pool.query<PayoutPlace>(
      `SELECT site_id AS "siteId", distributor_id AS "distributorId" FROM ${PAYOUTS} WHERE payout_id = $1`,
      [payoutId],
    );
    return rows[0] ?? null;
  }

  return {
    upToDate,
    /** Null: no such payout. */
    async of(payoutId: string): Promise<PayoutPlace | null> {
      const cached = places.get(payoutId);
      if (cached) return cached;
      const found = await findProjected(() => find(payoutId), upToDate);
      if (found) places.set(payoutId, found);
      return found;
    },
    /**
     * Payouts by the payment provider that are not finished: in processing, or not paid after the owner's money was collected
     * for them. An owner can cancel one while the settings name no payment provider.
     */
    async withProvider(tenantId?: string): Promise<readonly TenantPayout[]> {
      await upToDate();
      const { rows } = await pool.query<TenantPayout>(
        `SELECT payout_id AS "payoutId", site_id AS "siteId", distributor_id AS "distributorId", tenant_id AS "tenantId"
         FROM ${PAYOUTS}
         WHERE settlement = 'provider' AND ($1::uuid IS NULL OR tenant_id = $1)
           AND (status = 'processing' OR (status IN ('failed', 'cancelled', 'returned') AND funding = 'collected'))
         ORDER BY created_at, payout_id`,
        [tenantId ?? null],
      );
      return rows;
    },
    async since(siteId: string, at: string) {
      const { rows } = await pool.query<{ payoutId: string; distributorId: string }>(
        `SELECT payout_id AS "payoutId", distributor_id AS "distributorId" FROM ${PAYOUTS}
         WHERE site_id = $1 AND created_at >= $2`,
        [siteId, at],
      );
      return rows;
    },
  };
}

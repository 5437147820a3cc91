import { READ_MODEL_SCHEMA, type ReadModelName } from '@perktree/contracts/read-models';
import type { EventStore } from '@perktree/event-store/port';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { createProjectedWait } from '../lookups/projected.ts';

/** Which stream a payout is in. Never changes. */
export interface PayoutPlace {
  readonly siteId: string;
  readonly distributorId: string;
}

export interface PayoutPlaces {
  /** Null when there is no such payout. @throws Refused READ_MODEL_BEHIND when that cannot be known yet */
  of(payoutId: string): Promise<PayoutPlace | null>;
  /** Payouts that are with the payment provider. Throws as `of` does. */
  withProvider(): Promise<readonly (PayoutPlace & { readonly payoutId: string })[]>;
  /** Who got a payout of a site since an instant, and in which payout. */
  since(siteId: string, at: string): Promise<readonly { readonly payoutId: string; readonly distributorId: string }[]>;
  /** Waits until the ledger and the payouts have everything that was stored before. Throws as `of` does. */
  upToDate(): Promise<void>;
}

const PAYOUTS = `${READ_MODEL_SCHEMA}.payouts`;
const NEEDED: readonly ReadModelName[] = ['payouts', 'ledger_entries', 'combined_entries'];
const CACHED_PLACES = 100_000;

/** Ways to the streams of payouts, by the read model: nothing here decides anything. */
export function createPayoutPlaces(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): PayoutPlaces {
  const { pool, store } = deps;
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
    async of(payoutId) {
      const cached = places.get(payoutId);
      if (cached) return cached;
      let found = await find(payoutId);
      if (found === null) {
        await upToDate();
        found = await find(payoutId);
      }
      if (found) places.set(payoutId, found);
      return found;
    },
    async withProvider() {
      await upToDate();
      const { rows } = await pool.query<PayoutPlace & { payoutId: string }>(
        `SELECT payout_id AS "payoutId", site_id AS "siteId", distributor_id AS "distributorId" FROM ${PAYOUTS}
         WHERE status = 'processing' AND settlement = 'provider' ORDER BY created_at, payout_id`,
      );
      return rows;
    },
    async since(siteId, at) {
      const { rows } = await pool.query<{ payoutId: string; distributorId: string }>(
        `SELECT payout_id AS "payoutId", distributor_id AS "distributorId" FROM ${PAYOUTS}
         WHERE site_id = $1 AND created_at >= $2`,
        [siteId, at],
      );
      return rows;
    },
  };
}

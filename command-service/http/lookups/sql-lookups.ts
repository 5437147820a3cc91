import { READ_MODEL_SCHEMA, type ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { TYPED_UUID } from '@perktree/contracts/kernel/uuid';
import { type BenefitRow, benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import type { EventStore } from '@perktree/event-store/port';
import { select } from '@perktree/platform/postgres/select';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Lookups, QrCounters, QrPlace, TokenTarget } from './port.ts';
import { createProjectedWait, findProjected } from './projected.ts';

const QRS = `${READ_MODEL_SCHEMA}.qrs`;
const REDEMPTIONS = `${READ_MODEL_SCHEMA}.redemptions`;
const REPLACED = `${READ_MODEL_SCHEMA}.replaced_links`;
const CLAIMS = `${READ_MODEL_SCHEMA}.claims`;
const STAFF = `${READ_MODEL_SCHEMA}.site_staff`;
const PLACE = 'qr_id AS "qrId", root_qr_id AS "rootQrId", site_id AS "siteId", tenant_id AS "tenantId"';
/** 128 random bits in base64url. Other strings are not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;
/** About 0.5 kB each, allocated at once. */
const CACHED_TOKENS = 20_000;
const CACHED_PLACES = 20_000;

/**
 * Look-ups by the read model of QRs. Found places are immutable, so they are cached. A miss is retried after the read model
 * has reached the store's head; misses are not cached.
 */
export function createSqlLookups(options: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
  /** Longest wait for the read model, in milliseconds. */
  readonly waitMs?: number;
}): Lookups {
  const { pool } = options;
  const tokens = new LRUCache<string, TokenTarget>({ max: CACHED_TOKENS });
  const places = new LRUCache<string, QrPlace>({ max: CACHED_PLACES });
  const qrsReached = createProjectedWait({ ...options, names: ['qrs'] });
  const redemptionsReached = createProjectedWait({ ...options, names: ['redemptions'] });
  const claimsReached = createProjectedWait({ ...options, names: ['qrs', 'claims'] });
  const staffReached = createProjectedWait({ ...options, names: ['site_staff'] });
  const linksReached = createProjectedWait({ ...options, names: ['qrs', 'replaced_links'] });

  function cachePlace(place: QrPlace): void {
    const { qrId, rootQrId, siteId, tenantId } = place;
    places.set(qrId, { qrId, rootQrId, siteId, tenantId });
  }

  return {
    async byToken(token) {
      if (!TOKEN.test(token)) return null;
      const cached = tokens.get(token);
      if (cached) return cached;
      // Present tokens first, so that a scan of one reads no second table.
      const present = await firstTarget(pool, 'command-service-by-token', PRESENT, token);
      if (present === null) await linksReached();
      const found = present ?? (await firstTarget(pool, 'command-service-by-any-token', PRESENT_OR_REPLACED, token));
      if (found) {
        tokens.set(token, found);
        cachePlace(found);
      }
      return found;
    },
    async byQrId(qrId) {
      if (!TYPED_UUID.test(qrId)) return null;
      const id = qrId.toLowerCase();
      const cached = places.get(id);
      if (cached) return cached;
      const found = await findProjected(async () => {
        const { rows } = await pool.query<QrPlace>(`SELECT ${PLACE} FROM ${QRS} WHERE qr_id = $1`, [id]);
        return rows[0] ?? null;
      }, qrsReached);
      if (found) cachePlace(found);
      return found;
    },
    qrOfRedemption: (redemptionId) =>
      findProjected(async () => {
        const found = `SELECT qr_id FROM ${REDEMPTIONS} WHERE redemption_id = $1`;
        return (await pool.query<{ qr_id: string }>(found, [redemptionId])).rows[0]?.qr_id ?? null;
      }, redemptionsReached),
    async counters(qrIds) {
      const { rows } = await pool.query<QrCounters & { qrId: string }>(
        `SELECT qr_id AS "qrId", total_scans AS "totalScans", total_redemptions AS "totalRedemptions",
           created_by AS "createdBy"
         FROM ${QRS} WHERE qr_id = ANY($1)`,
        [qrIds],
      );
      const found = new Map(rows.map(({ qrId, ...counters }) => [qrId, counters]));
      return new Map(qrIds.map((qrId) => [qrId, found.get(qrId) ?? NO_COUNTERS]));
    },
    async claimedOffers(distributorId, siteId) {
      // A released claim must not count, so wait also if claims are found.
      await qrsReached();
      const rows = await select<OfferRow>(
        pool,
        `SELECT q.benefit_type, q.discount_percent, q.discount_fixed_amount, q.text_reward, q.max_redemptions, q.commission_bp,
           r.created_by IS NULL AS is_of_owner
         FROM ${QRS} q JOIN ${QRS} r ON r.qr_id = q.root_qr_id WHERE q.owner_id = $1 AND q.site_id = $2`,
        [distributorId, siteId],
      );
      return rows.map((row) => ({
        benefit: benefitOfRow(row),
        maxRedemptions: row.max_redemptions,
        commissionPercent: fromBasisPoints(row.commission_bp),
        isOfOwner: row.is_of_owner,
      }));
    },
    async hasWorkedOn(distributorId, siteId) {
      if (!TYPED_UUID.test(siteId)) return false;
      await claimsReached();
      // Released claims too. They are enough: a distributor earns only with a claimed QR.
      const { rows } = await pool.query<{ known: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM ${CLAIMS} JOIN ${QRS} USING (qr_id) WHERE distributor_id = $1 AND site_id = $2) AS known`,
        [distributorId, siteId],
      );
      return rows[0]?.known ?? false;
    },
    async sitesStaffedBy(userId) {
      await staffReached();
      const staffed = `SELECT site_id FROM ${STAFF} WHERE user_id = $1 AND is_active`;
      return (await pool.query<{ site_id: string }>(staffed, [userId])).rows.map((row) => row.site_id);
    },
    remember(place, { customerToken, distributorToken }) {
      cachePlace(place);
      const { qrId, rootQrId, siteId, tenantId } = place;
      tokens.set(customerToken, { kind: 'customer', qrId, rootQrId, siteId, tenantId });
      tokens.set(distributorToken, { kind: 'distributor', qrId, rootQrId, siteId, tenantId });
    },
    forget() {
      tokens.clear();
      places.clear();
    },
  };
}

const PRESENT = `SELECT 'customer' AS kind, ${PLACE} FROM ${QRS} WHERE customer_token = $1
  UNION ALL SELECT 'distributor' AS kind, ${PLACE} FROM ${QRS} WHERE distributor_token = $1`;

const PRESENT_OR_REPLACED = `${PRESENT} UNION ALL SELECT link AS kind, ${PLACE} FROM ${REPLACED} WHERE token = $1`;
const NO_COUNTERS: QrCounters = { totalScans: 0, totalRedemptions: 0, createdBy: null };

interface OfferRow extends BenefitRow, Pick<ReadModelRow<'qrs'>, 'max_redemptions' | 'commission_bp'> {
  readonly is_of_owner: boolean;
}

async function firstTarget(pool: Pool, name: string, text: string, token: string): Promise<TokenTarget | null> {
  const { rows } = await pool.query<TokenTarget>({ name, text, values: [token] });
  return rows[0] ?? null;
}

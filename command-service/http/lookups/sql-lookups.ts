import { READ_MODEL_SCHEMA, type ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { TYPED_UUID } from '@perktree/contracts/kernel/uuid';
import { type BenefitRow, benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import type { EventStore } from '@perktree/event-store/port';
import { select } from '@perktree/platform/postgres/select';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { ClaimedOffer } from '../../qr/decisions/create-qrs.ts';
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
  async function findLate(token: string): Promise<TokenTarget | null> {
    await linksReached();
    return findTokenOrReplaced(pool, token);
  }

  function cachePlace(place: QrPlace): void {
    const { qrId, rootQrId, siteId, tenantId } = place;
    places.set(qrId, { qrId, rootQrId, siteId, tenantId });
  }

  return {
    async byToken(token) {
      if (!TOKEN.test(token)) return null;
      const cached = tokens.get(token);
      if (cached) return cached;
      const found = (await findToken(pool, token)) ?? (await findLate(token));
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
      const found = await findProjected(() => findPlace(pool, id), qrsReached);
      if (found) cachePlace(found);
      return found;
    },
    qrOfRedemption: (redemptionId) => findProjected(() => findQrOfRedemption(pool, redemptionId), redemptionsReached),
    counters: (qrIds) => countersOf(pool, qrIds),
    async claimedOffers(distributorId, siteId) {
      // A released claim must not count, so wait also if claims are found.
      await qrsReached();
      return claimedOffers(pool, distributorId, siteId);
    },
    async hasWorkedOn(distributorId, siteId) {
      if (!TYPED_UUID.test(siteId)) return false;
      await claimsReached();
      return hasWorkedOn(pool, distributorId, siteId);
    },
    async sitesStaffedBy(userId) {
      await staffReached();
      return sitesStaffedBy(pool, userId);
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

/** Present tokens only, so that a scan of one reads no second table. */
const findToken = (pool: Pool, token: string) => firstTarget(pool, 'command-service-by-token', PRESENT, token);

const findTokenOrReplaced = (pool: Pool, token: string) =>
  firstTarget(
    pool,
    'command-service-by-any-token',
    `${PRESENT} UNION ALL SELECT link AS kind, ${PLACE} FROM ${REPLACED} WHERE token = $1`,
    token,
  );

async function firstTarget(pool: Pool, name: string, text: string, token: string): Promise<TokenTarget | null> {
  const { rows } = await pool.query<TokenTarget>({ name, text, values: [token] });
  return rows[0] ?? null;
}

async function findPlace(pool: Pool, qrId: string): Promise<QrPlace | null> {
  const { rows } = await pool.query<QrPlace>(`SELECT ${PLACE} FROM ${QRS} WHERE qr_id = $1`, [qrId]);
  return rows[0] ?? null;
}

async function findQrOfRedemption(pool: Pool, redemptionId: string): Promise<string | null> {
  const { rows } = await pool.query<{ qr_id: string }>(`SELECT qr_id FROM ${REDEMPTIONS} WHERE redemption_id = $1`, [
    redemptionId,
  ]);
  return rows[0]?.qr_id ?? null;
}

async function countersOf(pool: Pool, qrIds: readonly string[]): Promise<ReadonlyMap<string, QrCounters>> {
  const { rows } = await pool.query<QrCounters & { qrId: string }>(
    `SELECT qr_id AS "qrId", total_scans AS "totalScans", total_redemptions AS "totalRedemptions",
       created_by AS "createdBy"
     FROM ${QRS} WHERE qr_id = ANY($1)`,
    [qrIds],
  );
  const found = new Map(rows.map(({ qrId, ...counters }) => [qrId, counters]));
  return new Map(
    qrIds.map((qrId) => [qrId, found.get(qrId) ?? { totalScans: 0, totalRedemptions: 0, createdBy: null }]),
  );
}

async function claimedOffers(pool: Pool, distributorId: string, siteId: string): Promise<readonly ClaimedOffer[]> {
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
}

interface OfferRow extends BenefitRow, Pick<ReadModelRow<'qrs'>, 'max_redemptions' | 'commission_bp'> {
  readonly is_of_owner: boolean;
}

async function hasWorkedOn(pool: Pool, distributorId: string, siteId: string): Promise<boolean> {
  const { rows } = await pool.query<{ known: boolean }>(
    // Released claims too. They are enough: a distributor earns only with a claimed QR.
    `SELECT EXISTS (SELECT 1 FROM ${CLAIMS} JOIN ${QRS} USING (qr_id) WHERE distributor_id = $1 AND site_id = $2) AS known`,
    [distributorId, siteId],
  );
  return rows[0]?.known ?? false;
}

async function sitesStaffedBy(pool: Pool, userId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ site_id: string }>(
    `SELECT site_id FROM ${STAFF} WHERE user_id = $1 AND is_active`,
    [userId],
  );
  return rows.map((row) => row.site_id);
}

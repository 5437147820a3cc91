import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { type Redeemed, RedeemRefused } from './redeemed.ts';

interface Offer {
  scan_id: string;
  qr_id: string;
  customer_id: string;
  expired: boolean;
  site_id: string;
  site_owner: string;
  currency: string;
  is_active: boolean;
  default_sale_minor: string;
  hold_days: number;
  per_customer: number | null;
  max_redemptions: number | null;
  redemptions: number;
  discount_percent: string;
}

/** Each statement is prepared once per connection, as in well-tuned code. */
const LOCK = {
  name: 'lock',
  text: `SELECT s.scan_id, s.qr_id, s.customer_id, s.expires_at <= now() OR q.expires_at <= now() AS expired,
           q.site_id, t.owner_id AS site_owner, t.currency, t.is_active AND q.is_active AS is_active,
           t.default_sale_minor, t.hold_days, t.per_customer, q.max_redemptions, q.redemptions, q.discount_percent
         FROM plain.scans s JOIN plain.qrs q USING (qr_id) JOIN plain.sites t USING (site_id)
         WHERE s.token = $1 FOR UPDATE OF q`,
};
const OF_CUSTOMER = {
  name: 'of customer',
  text: 'SELECT count(*)::int AS n FROM plain.redemptions WHERE qr_id = $1 AND customer_id = $2',
};
const MARK_SCAN = {
  name: 'mark scan',
  text: 'UPDATE plain.scans SET redeemed_at = now() WHERE scan_id = $1 AND redeemed_at IS NULL',
};
const COUNT_UP = {
  name: 'count up',
  text: 'UPDATE plain.qrs SET redemptions = redemptions + 1 WHERE qr_id = $1',
};
const PATH = {
  name: 'path',
  text: `WITH RECURSIVE path AS (
           SELECT qr_id, parent_qr_id, owner_id, percent_bp, 0 AS up FROM plain.qrs WHERE qr_id = $1
           UNION ALL
           SELECT p.qr_id, p.parent_qr_id, p.owner_id, p.percent_bp, up + 1
           FROM path JOIN plain.qrs p ON p.qr_id = path.parent_qr_id)
         SELECT qr_id, owner_id, percent_bp FROM path WHERE owner_id IS NOT NULL ORDER BY up`,
};
const INSERT_REDEMPTION = {
  name: 'insert redemption',
  text: 'INSERT INTO plain.redemptions VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now())',
};
const INSERT_ENTRIES = {
  name: 'insert entries',
  text: `INSERT INTO plain.ledger
         SELECT e.id, $1, e.qr, e.owner, e.bp, e.amount, now() + make_interval(days => $2), now()
         FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::int[], $7::bigint[]) AS e(id, qr, owner, bp, amount)`,
};
const NAME = { name: 'name', text: 'SELECT name FROM identity.users WHERE id = $1' };

/** The usual solution: lock the QR's row, check, update, insert the redemption and its ledger rows. */
export async function redeemInTransaction(pool: Pool, token: string, staffId: string): Promise<Redeemed> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const redeemed = await redeem(client, token, staffId);
    await client.query('COMMIT');
    return redeemed;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function redeem(client: PoolClient, token: string, staffId: string): Promise<Redeemed> {
  const { rows } = await client.query<Offer>({ ...LOCK, values: [token] });
  const [offer] = rows;
  if (offer === undefined || offer.site_owner !== staffId) throw new RedeemRefused('INVALID_TOKEN');
  await check(client, offer);
  const marked = await client.query({ ...MARK_SCAN, values: [offer.scan_id] });
  if (marked.rowCount === 0) throw new RedeemRefused('ALREADY_REDEEMED');
  await client.query({ ...COUNT_UP, values: [offer.qr_id] });
  const redemptionId = randomUUID();
  await writeRows(client, offer, redemptionId, staffId);
  const named = await client.query<{ name: string }>({ ...NAME, values: [offer.customer_id] });
  return {
    redemptionId,
    discountPercent: Number(offer.discount_percent),
    customerName: named.rows[0]?.name ?? 'Customer',
    saleMinor: Number(offer.default_sale_minor),
    currency: offer.currency,
  };
}

async function check(client: PoolClient, offer: Offer): Promise<void> {
  if (!offer.is_active) throw new RedeemRefused('OFFER_INACTIVE');
  if (offer.expired) throw new RedeemRefused('OFFER_EXPIRED');
  if (offer.max_redemptions !== null && offer.redemptions >= offer.max_redemptions) {
    throw new RedeemRefused('OFFER_FULL');
  }
  if (offer.per_customer === null) return;
  const { rows } = await client.query<{ n: number }>({ ...OF_CUSTOMER, values: [offer.qr_id, offer.customer_id] });
  if ((rows[0]?.n ?? 0) >= offer.per_customer) throw new RedeemRefused('CUSTOMER_LIMIT_REACHED');
}

async function writeRows(client: PoolClient, offer: Offer, redemptionId: string, staffId: string): Promise<void> {
  const path = await client.query<{ qr_id: string; owner_id: string; percent_bp: number }>({
    ...PATH,
    values: [offer.qr_id],
  });
  const sale = Number(offer.default_sale_minor);
  const entries = path.rows.map(({ qr_id, owner_id, percent_bp }, index) => {
    const bp = percent_bp - (path.rows[index - 1]?.percent_bp ?? 0);
    return { id: randomUUID(), qr_id, owner_id, bp, amount: Math.round((sale * bp) / 10_000) };
  });
  const pool = entries.reduce((sum, { amount }) => sum + amount, 0);
  await client.query({
    ...INSERT_REDEMPTION,
    values: [redemptionId, offer.scan_id, offer.qr_id, offer.site_id, offer.customer_id, sale, pool, staffId],
  });
  await client.query({
    ...INSERT_ENTRIES,
    values: [
      redemptionId,
      offer.hold_days,
      entries.map(({ id }) => id),
      entries.map(({ qr_id }) => qr_id),
      entries.map(({ owner_id }) => owner_id),
      entries.map(({ bp }) => bp),
      entries.map(({ amount }) => amount),
    ],
  });
}

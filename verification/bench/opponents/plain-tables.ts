import type { Pool } from 'pg';

/**
 * A design without events: current tables, a unique scan of each redemption, a counter on the QR's row, and a ledger. It has
 * the indexes that its checks and screens need.
 */
const TABLES = `
CREATE SCHEMA plain;
CREATE TABLE plain.sites (
  site_id uuid PRIMARY KEY, owner_id text NOT NULL, currency text NOT NULL, is_active boolean NOT NULL,
  default_sale_minor bigint NOT NULL, hold_days int NOT NULL, per_customer int
);
CREATE TABLE plain.qrs (
  qr_id uuid PRIMARY KEY, parent_qr_id uuid, site_id uuid NOT NULL, name text NOT NULL, percent_bp int NOT NULL,
  owner_id text, is_active boolean NOT NULL, expires_at timestamptz NOT NULL, max_redemptions int,
  redemptions int NOT NULL, benefit_type text NOT NULL, discount_percent numeric(9,2), customer_token text NOT NULL UNIQUE
);
CREATE INDEX ON plain.qrs (parent_qr_id);
CREATE TABLE plain.scans (
  scan_id uuid PRIMARY KEY, token text NOT NULL UNIQUE, qr_id uuid NOT NULL, customer_id text NOT NULL,
  expires_at timestamptz NOT NULL, redeemed_at timestamptz
);
CREATE TABLE plain.redemptions (
  redemption_id uuid PRIMARY KEY, scan_id uuid NOT NULL UNIQUE, qr_id uuid NOT NULL, site_id uuid NOT NULL,
  customer_id text NOT NULL, sale_minor bigint NOT NULL, pool_minor bigint NOT NULL, confirmed_by text NOT NULL,
  redeemed_at timestamptz NOT NULL
);
CREATE INDEX ON plain.redemptions (qr_id, customer_id);
CREATE INDEX ON plain.redemptions (site_id, redeemed_at DESC);
CREATE TABLE plain.ledger (
  entry_id uuid PRIMARY KEY, redemption_id uuid NOT NULL, qr_id uuid NOT NULL, distributor_id text NOT NULL,
  percent_bp int NOT NULL, amount_minor bigint NOT NULL, matures_at timestamptz NOT NULL, created_at timestamptz NOT NULL
);
CREATE INDEX ON plain.ledger (redemption_id);
CREATE INDEX ON plain.ledger (distributor_id, created_at DESC);
`;

/** The facts of the read models, so that all contenders start with the same data. */
const ROWS = `
INSERT INTO plain.sites
  SELECT site_id, owner_id, currency, is_active, (100 * (configuration::json->>'defaultSaleAmount')::numeric)::bigint,
         (configuration::json->>'commissionHoldDays')::int, (configuration::json->>'maxRedemptionsPerCustomer')::int
  FROM read_models.sites;
INSERT INTO plain.qrs
  SELECT qr_id, parent_qr_id, site_id, name, commission_bp, owner_id, is_active, expires_at, max_redemptions,
         period_redemptions, benefit_type, discount_percent, customer_token
  FROM read_models.qrs;
INSERT INTO plain.scans
  SELECT scan_id, redemption_token, qr_id, customer_id, expires_at, redeemed_at FROM read_models.scans;
INSERT INTO plain.redemptions
  SELECT redemption_id, scan_id, qr_id, site_id, customer_id, sale_minor, pool_minor, confirmed_by, redeemed_at
  FROM read_models.redemptions;
INSERT INTO plain.ledger
  SELECT entry_id, redemption_id, qr_id, distributor_id, percent_bp, amount_minor, matures_at, created_at
  FROM read_models.ledger_entries;
`;

/** The whole redemption in one round trip: the same checks and the same rows as plain-transaction.ts. */
const REDEEM_FUNCTION = `
CREATE FUNCTION plain.redeem(
  the_token text, the_staff text, the_redemption uuid, entry_ids uuid[]
) RETURNS TABLE (refusal text, benefit numeric, customer text, sale bigint, currency text)
LANGUAGE plpgsql AS $$
DECLARE
  scan record;
  qr record;
  pool bigint;
BEGIN
  SELECT s.scan_id, s.qr_id, s.customer_id, s.expires_at, s.redeemed_at INTO scan
    FROM plain.scans s WHERE s.token = the_token;
  IF NOT FOUND THEN RETURN QUERY SELECT 'INVALID_TOKEN', 0::numeric, '', 0::bigint, ''; RETURN; END IF;
  SELECT q.*, t.owner_id AS site_owner, t.currency AS money, t.is_active AS site_active, t.default_sale_minor,
         t.hold_days, t.per_customer
    INTO qr FROM plain.qrs q JOIN plain.sites t USING (site_id) WHERE q.qr_id = scan.qr_id FOR UPDATE OF q;
  IF qr.site_owner <> the_staff THEN RETURN QUERY SELECT 'INVALID_TOKEN', 0::numeric, '', 0::bigint, ''; RETURN; END IF;
  IF NOT qr.is_active OR NOT qr.site_active THEN
    RETURN QUERY SELECT 'OFFER_INACTIVE', 0::numeric, '', 0::bigint, ''; RETURN; END IF;
  IF qr.expires_at <= now() OR scan.expires_at <= now() THEN
    RETURN QUERY SELECT 'OFFER_EXPIRED', 0::numeric, '', 0::bigint, ''; RETURN; END IF;
  IF qr.max_redemptions IS NOT NULL AND qr.redemptions >= qr.max_redemptions THEN
    RETURN QUERY SELECT 'OFFER_FULL', 0::numeric, '', 0::bigint, ''; RETURN; END IF;
  IF qr.per_customer IS NOT NULL AND qr.per_customer <= (SELECT count(*) FROM plain.redemptions r
      WHERE r.qr_id = qr.qr_id AND r.customer_id = scan.customer_id) THEN
    RETURN QUERY SELECT 'CUSTOMER_LIMIT_REACHED', 0::numeric, '', 0::bigint, ''; RETURN; END IF;
  UPDATE plain.scans s SET redeemed_at = now() WHERE s.scan_id = scan.scan_id AND s.redeemed_at IS NULL;
  IF NOT FOUND THEN RETURN QUERY SELECT 'ALREADY_REDEEMED', 0::numeric, '', 0::bigint, ''; RETURN; END IF;
  UPDATE plain.qrs q SET redemptions = q.redemptions + 1 WHERE q.qr_id = qr.qr_id;
  WITH RECURSIVE path AS (
    SELECT q.qr_id, q.parent_qr_id, q.owner_id, q.percent_bp, 0 AS up FROM plain.qrs q WHERE q.qr_id = qr.qr_id
    UNION ALL
    SELECT p.qr_id, p.parent_qr_id, p.owner_id, p.percent_bp, path.up + 1
    FROM path JOIN plain.qrs p ON p.qr_id = path.parent_qr_id
  ), kept AS (
    SELECT p.qr_id, p.owner_id, p.percent_bp - coalesce(lag(p.percent_bp) OVER (ORDER BY p.up), 0) AS bp,
           row_number() OVER (ORDER BY p.up) AS n
    FROM path p WHERE p.owner_id IS NOT NULL
  ), entries AS (
    INSERT INTO plain.ledger
    SELECT entry_ids[k.n], the_redemption, k.qr_id, k.owner_id, k.bp, round(qr.default_sale_minor * k.bp / 10000.0),
           now() + make_interval(days => qr.hold_days), now()
    FROM kept k RETURNING amount_minor
  ) SELECT coalesce(sum(amount_minor), 0) INTO pool FROM entries;
  INSERT INTO plain.redemptions VALUES (the_redemption, scan.scan_id, qr.qr_id, qr.site_id, scan.customer_id,
    qr.default_sale_minor, pool, the_staff, now());
  RETURN QUERY SELECT NULL::text, qr.discount_percent,
    (SELECT u.name FROM identity.users u WHERE u.id = scan.customer_id::uuid), qr.default_sale_minor, qr.money;
END
$$`;

/** Creates the opponents' tables and fills them from up-to-date read models. */
export async function fillPlainTables(pool: Pool): Promise<void> {
  await pool.query(TABLES);
  await pool.query(ROWS);
  await pool.query(REDEEM_FUNCTION);
}

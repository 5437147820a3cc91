import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';

export interface Audience {
  /** Tenants whose owners or auditors have an open stream. */
  readonly tenantIds: readonly string[];
  readonly userIds: readonly string[];
  /** A superadmin, or an auditor of the platform, is connected. */
  readonly all: boolean;
}

/** `workplace`: something was scanned or redeemed at a site where the person is staff. */
export const TOPICS = [
  'sites',
  'site_staff',
  'site_blocks',
  'qrs',
  'workplace',
  'scans',
  'redemptions',
  'ledger_entries',
  'payouts',
  'flags',
  'disputes',
  'notifications',
] as const;
export type Topic = (typeof TOPICS)[number];

/** A change of a site, and the person that it concerns in addition to the site's owner. */
export interface LiveFact {
  readonly topic: Topic;
  readonly tenant_id: string;
  readonly site_id: string;
  readonly person_id: string | null;
  /** The changed row of the topic's table; null if any of its rows may have changed. */
  readonly row_id: string | null;
}

/** Most changes that are listed one by one. */
const MAX_FACTS = 5_000;

/** If more rows have changed, they are not looked at. */
const MAX_ROWS = 10_000;
const COUNTED = [
  'qrs',
  'scans',
  'redemptions',
  'ledger_entries',
  'payouts',
  'site_blocks',
  'flags',
  'disputes',
] as const;
/** Changed rows, at most one more than `MAX_ROWS`. Positions have gaps on some stores, so their distance says nothing. */
const CHANGED_ROWS = `
  SELECT count(*)::integer AS rows FROM (
    SELECT FROM (${COUNTED.map((table) => `SELECT FROM read_models.${table} WHERE position > :position::bigint`).join(' UNION ALL ')}) AS each
    LIMIT ${MAX_ROWS + 1}) AS changed`;

/** Changed rows of one table, each with the person that it concerns. */
const changed = (topic: Topic, person: string, row = 'NULL') =>
  `SELECT '${topic}' AS topic, tenant_id, site_id, ${person} AS person_id, ${row} AS row_id FROM read_models.${topic} WHERE position > :position::bigint`;

/**
 * The changes, without duplicates. A changed QR concerns its owner and the owners of all QRs above it, its maker, and a
 * distributor whose claim was released. Every scan and redemption changes its QR, and a redemption that is reversed the scan of its customer. Sums (`daily_activity`, `activity_totals`, `earnings`) change with the rows that they count.
 */
const FACTS = `
  WITH RECURSIVE moved AS (
    SELECT qr_id, parent_qr_id, tenant_id, site_id, coalesce(owner_id, created_by) AS owner_id
    FROM read_models.qrs WHERE position > :position::bigint
    UNION
    SELECT p.qr_id, p.parent_qr_id, p.tenant_id, p.site_id, p.owner_id
    FROM moved JOIN read_models.qrs p ON p.qr_id = moved.parent_qr_id),
  changed_sites AS (SELECT tenant_id, site_id FROM read_models.sites WHERE position > :position::bigint)
  SELECT DISTINCT topic, tenant_id, site_id, person_id, row_id FROM (
    SELECT 'sites' AS topic, tenant_id, site_id, NULL::text AS person_id, site_id AS row_id FROM changed_sites
    UNION ALL
    SELECT 'sites', c.tenant_id, c.site_id, w.user_id, c.site_id FROM changed_sites c JOIN read_models.site_staff w USING (site_id)
    WHERE w.is_active
    UNION ALL
    SELECT 'sites', c.tenant_id, c.site_id, q.owner_id, c.site_id FROM changed_sites c JOIN read_models.qrs q USING (site_id)
    WHERE q.owner_id = ANY(:userIds::text[])
    UNION ALL
    SELECT 'qrs', tenant_id, site_id, owner_id, qr_id FROM moved
    UNION ALL
    SELECT 'qrs', tenant_id, site_id, created_by, qr_id FROM read_models.qrs WHERE position > :position::bigint AND created_by IS NOT NULL
    UNION ALL
    SELECT 'qrs', q.tenant_id, q.site_id, c.distributor_id, c.qr_id FROM read_models.claims c JOIN read_models.qrs q USING (qr_id)
    WHERE c.position > :position::bigint
    UNION ALL
    SELECT 'workplace', tenant_id, site_id, user_id, NULL FROM read_models.site_staff
    WHERE is_active AND user_id = ANY(:userIds::text[]) AND site_id IN (SELECT site_id FROM moved)
    UNION ALL ${changed('site_staff', 'user_id')}
    UNION ALL ${changed('site_blocks', 'distributor_id')}
    UNION ALL ${changed('scans', 'customer_id', 'scan_id')}
    UNION ALL ${changed('redemptions', 'confirmed_by', 'redemption_id')}
    UNION ALL
    SELECT 'scans', tenant_id, site_id, customer_id, scan_id FROM read_models.redemptions WHERE position > :position::bigint
    UNION ALL ${changed('ledger_entries', 'distributor_id', 'entry_id')}
    UNION ALL ${changed('ledger_entries', 'distributor_id', 'reverses_entry_id')} AND reverses_entry_id IS NOT NULL
    UNION ALL ${changed('payouts', 'distributor_id', 'payout_id')}
    UNION ALL ${changed('flags', 'NULL', 'flag_id')} AND first_seen_at IS NOT NULL
    UNION ALL ${changed('disputes', 'NULL', 'redemption_id')}
    UNION ALL
    SELECT 'notifications', n.tenant_id, n.site_id, reader.id, NULL FROM read_models.notifications n
      LEFT JOIN read_models.qrs q ON q.qr_id = n.qr_id LEFT JOIN read_models.qrs p ON p.qr_id = q.parent_qr_id
      CROSS JOIN LATERAL (VALUES (n.user_id), (q.owner_id), (p.owner_id)) reader (id)
    WHERE n.position > :position::bigint
  ) AS facts
  WHERE :all::boolean OR tenant_id = ANY(:tenantIds::uuid[]) OR person_id = ANY(:userIds::text[])
  LIMIT ${MAX_FACTS + 1}`;

/**
 * The changes for an audience since a position, by two statements for any number of streams.
 * @returns null if there are too many to list
 */
export async function factsSince(
  pool: Pool,
  position: bigint,
  audience: Audience,
): Promise<readonly LiveFact[] | null> {
  const [changedRows] = await select<{ readonly rows: number }>(pool, CHANGED_ROWS, { position });
  if ((changedRows?.rows ?? 0) > MAX_ROWS) return null;
  const facts = await select<LiveFact>(pool, FACTS, { position, ...audience });
  return facts.length > MAX_FACTS ? null : facts;
}

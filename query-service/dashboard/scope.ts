import type { Session } from '@perktree/platform/http/session';
import { mineSql } from '../qrs/qr-row.ts';

/** The rows that a dashboard counts, as SQL: `$1` is the scope's id, `$2` the first day, and `$3` the last one. */
export interface ActivityScope {
  readonly id: string | null;
  /** `WITH RECURSIVE` queries that `days` and `sites` use; may be empty. */
  readonly shared: string;
  /** Rows of day, scans, redemptions, commission_minor and currency; rows of the same day are added up. */
  readonly days: string;
  /** Condition on `read_models.sites s`; null if the scope has no sites. */
  readonly sites: string | null;
}

const DAYS = 'day BETWEEN $2::date AND $3::date';
/** @param scopes SQL of an array of scopes of `activity_totals` */
const totals = (scopes: string, commission = 'commission_minor') =>
  `SELECT day, scans, redemptions, ${commission} AS commission_minor, currency
   FROM read_models.activity_totals WHERE ${DAYS} AND scope = ANY(${scopes})`;
/** Days of the QRs of `mine`, by one index look-up per QR: a join would read the days of all tenants. */
const OF_MINE = `SELECT a.day, a.scans, a.redemptions, 0 AS commission_minor, a.currency
  FROM mine CROSS JOIN LATERAL (
    SELECT day, scans, redemptions, currency FROM read_models.daily_activity d
    WHERE d.qr_id = mine.qr_id AND d.${DAYS} OFFSET 0) a`;
/** A time within the days $2 to $3. An index serves it, unlike a condition on the day of a time. */
export const withinDays = (column: string) =>
  `${column} >= $2::date::timestamp AT TIME ZONE 'UTC' AND ${column} < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'`;
const dayOf = (column: string) => `(${column} AT TIME ZONE 'UTC')::date AS day`;

/** One site, with all the commission that it owes. */
export function siteScope(siteId: string): ActivityScope {
  return { id: siteId, shared: '', days: totals('ARRAY[$1::text]'), sites: null };
}

/**
 * The QRs that a distributor has claimed and their descendants, with the commission that the distributor earned. Of QRs that
 * are no longer theirs, the redemptions that they earned from count, each with its scan: figures shown side by side are of
 * the same redemptions.
 */
export function distributorScope(userId: string): ActivityScope {
  return {
    id: userId,
    shared: mineSql('$1'),
    days: `${OF_MINE} UNION ALL
      SELECT ${dayOf('created_at')}, 0, 0, amount_minor, currency FROM read_models.ledger_entries
      WHERE distributor_id = $1 AND ${withinDays('created_at')}
      UNION ALL
      SELECT day, count(*), count(*), 0, currency FROM (
        SELECT DISTINCT ${dayOf('created_at')}, redemption_id, currency FROM read_models.ledger_entries
        WHERE distributor_id = $1 AND ${withinDays('created_at')} AND reverses_entry_id IS NULL
          AND source_qr_id NOT IN (SELECT qr_id FROM mine)) of_former_qrs
      GROUP BY day, currency`,
    sites: 's.site_id IN (SELECT site_id FROM read_models.qrs WHERE owner_id = $1)',
  };
}

/**
 * The scope of the active role. Superadmins see everything, owners their tenant, customers their own scans. Staff see the
 * sites where they work, without commission. Distributors: see `distributorScope`.
 */
export function dashboardScope(session: Session): ActivityScope {
  const { userId, tenantId } = session;
  switch (session.role) {
    case 'superadmin':
      return { id: null, shared: '', days: totals(`ARRAY[coalesce($1::text, 'all')]`), sites: '$1::text IS NULL' };
    case 'site_owner':
      return { id: tenantId, shared: '', days: totals('ARRAY[$1::text]'), sites: 's.tenant_id = $1::uuid' };
    case 'staff': {
      const mine = 'SELECT site_id FROM read_models.site_staff WHERE user_id = $1 AND is_active';
      const days = totals(`ARRAY(SELECT site_id::text FROM (${mine}) AS mine)`, '0');
      return { id: userId, shared: '', days, sites: `s.site_id IN (${mine})` };
    }
    case 'distributor':
      return distributorScope(userId);
    case 'customer':
      return {
        id: userId,
        shared: '',
        days: `SELECT ${dayOf('scanned_at')}, 1 AS scans, (redeemed_at IS NOT NULL)::integer AS redemptions,
            0 AS commission_minor, NULL AS currency
          FROM read_models.scans WHERE customer_id = $1 AND ${withinDays('scanned_at')}`,
        sites: null,
      };
  }
}

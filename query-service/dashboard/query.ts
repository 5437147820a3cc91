import type { SiteStatsAnswer } from '@perktree/contracts/dashboard/calls';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import { mineSql } from '../qr/qr-row.ts';
import type { Window } from './days.ts';

/** The rows that a dashboard counts, as SQL: `:id` is the scope's id, `:start` the beginning, and `:end` the end. */
interface ActivityScope {
  readonly id: string | null;
  /** `WITH RECURSIVE` queries that `days` and `sites` use; may be empty. */
  readonly shared: string;
  /** Rows of at, scans, redemptions, commission_minor and currency; rows of one day are added up. */
  readonly days: string;
  /** Condition on `read_models.sites s`; null if the scope has no sites. */
  readonly sites: string | null;
}

/** A time within the period. */
export const isInPeriodSql = (column: string) => `${column} >= :start AND ${column} < :end`;
/** @param scopes SQL of an array of scopes of `activity_totals` */
const totals = (scopes: string, commission = 'commission_minor') =>
  `SELECT quarter_hour AS at, scans, redemptions, ${commission} AS commission_minor, currency
   FROM read_models.activity_totals WHERE ${isInPeriodSql('quarter_hour')} AND scope = ANY(${scopes})`;
/** Activity of the QRs of `mine`, by one index look-up per QR: a join would read that of all tenants. */
const OF_MINE = `SELECT a.at, a.scans, a.redemptions, 0 AS commission_minor, a.currency
  FROM mine CROSS JOIN LATERAL (
    SELECT quarter_hour AS at, scans, redemptions, currency FROM read_models.daily_activity d
    WHERE d.qr_id = mine.qr_id AND ${isInPeriodSql('d.quarter_hour')} OFFSET 0) a`;

/** One site, with all the commission that it owes. */
export function siteScope(siteId: string): ActivityScope {
  return { id: siteId, shared: '', days: totals('ARRAY[:id::text]'), sites: null };
}

/**
 * The QRs that a distributor has claimed and their descendants, with the commission that the distributor earned. Of QRs that
 * are no longer theirs, the redemptions that they earned from count, each with its scan: figures shown side by side are of
 * the same redemptions.
 */
export function distributorScope(userId: string): ActivityScope {
  return {
    id: userId,
    shared: mineSql(':id'),
    days: `${OF_MINE} UNION ALL
      SELECT created_at, 0, 0, amount_minor, currency FROM read_models.ledger_entries
      WHERE distributor_id = :id AND ${isInPeriodSql('created_at')}
      UNION ALL
      SELECT created_at, count(*), count(*), 0, currency FROM (
        SELECT DISTINCT created_at, redemption_id, currency FROM read_models.ledger_entries
        WHERE distributor_id = :id AND ${isInPeriodSql('created_at')} AND reverses_entry_id IS NULL
          AND source_qr_id NOT IN (SELECT qr_id FROM mine)) of_former_qrs
      GROUP BY created_at, currency`,
    sites: 's.site_id IN (SELECT site_id FROM read_models.qrs WHERE owner_id = :id)',
  };
}

/**
 * The scope of the active role. Superadmins see everything, owners their tenant, auditors what they audit, customers their own scans. Staff see the
 * sites where they work, without commission. Distributors: see `distributorScope`.
 */
export function dashboardScope(session: Session): ActivityScope {
  const { userId, tenantId, audits } = session;
  switch (session.role) {
    case 'superadmin':
      return { id: null, shared: '', days: totals(`ARRAY[coalesce(:id::text, 'all')]`), sites: ':id::text IS NULL' };
    case 'site_owner':
      return { id: tenantId, shared: '', days: totals('ARRAY[:id::text]'), sites: 's.tenant_id = :id::uuid' };
    case 'auditor':
      if (audits?.tenantIds === null) return dashboardScope({ ...session, role: 'superadmin' });
      return {
        id: (audits?.tenantIds ?? []).join(','),
        shared: '',
        days: totals(`string_to_array(:id::text, ',')`),
        sites: `s.tenant_id = ANY(string_to_array(:id::text, ',')::uuid[])`,
      };
    case 'staff': {
      const mine = 'SELECT site_id FROM read_models.site_staff WHERE user_id = :id AND is_active';
      // One index look-up per site: a condition on all of them would read the activity of all tenants.
      const days = `SELECT a.* FROM (${mine}) AS mine
        CROSS JOIN LATERAL (${totals('ARRAY[mine.site_id::text]', '0')} OFFSET 0) a`;
      return { id: userId, shared: '', days, sites: `s.site_id IN (${mine})` };
    }
    case 'distributor':
      return distributorScope(userId);
    case 'customer':
      return {
        id: userId,
        shared: '',
        days: `SELECT scanned_at AS at, 1 AS scans, (redeemed_at IS NOT NULL)::integer AS redemptions,
            0 AS commission_minor, NULL AS currency
          FROM read_models.scans WHERE customer_id = :id AND ${isInPeriodSql('scanned_at')}`,
        sites: null,
      };
  }
}

/** The activity of a day in one currency; null for activity without money. */
export interface DayRow {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly scans: number;
  readonly redemptions: number;
  readonly commission: bigint;
  readonly currency: string | null;
}

/** Both periods of a window, by day and currency. */
export async function dashboardDaysOf(pool: Pool, scope: ActivityScope, window: Window): Promise<readonly DayRow[]> {
  const rows = await select<Omit<DayRow, 'day'> & { readonly number: number }>(
    pool,
    `${scope.shared && `WITH RECURSIVE ${scope.shared}`}
     SELECT width_bucket(at, :starts::timestamptz[]) AS number, currency, sum(scans)::integer AS scans, sum(redemptions)::integer AS redemptions,
       sum(commission_minor)::bigint AS commission
     FROM (${scope.days}) AS activity GROUP BY number, currency`,
    { id: scope.id, start: window.starts[0], end: window.starts.at(-1), starts: window.starts },
  );
  return rows.map(({ number, ...row }) => ({ ...row, day: window.allDays[number - 1] ?? '' }));
}

/** Active sites now, and at the start of the window's newer period. */
export async function activeSites(
  pool: Pool,
  scope: ActivityScope,
  window: Window,
): Promise<{ readonly now: number; readonly before: number }> {
  if (scope.sites === null) return { now: 0, before: 0 };
  const [counts] = await select<{ now: number; before: number }>(
    pool,
    `SELECT count(*)::integer AS now,
       (count(*) FILTER (WHERE s.created_at < :start))::integer AS before
     FROM read_models.sites s WHERE s.is_active AND ${scope.sites}`,
    { id: scope.id, start: window.starts.at(-1 - window.days.length) },
  );
  return counts ?? { now: 0, before: 0 };
}

/** The figures of a window: totals, those of the period before, and the series. Currencies are never added up. */
export function trendOf(rows: readonly DayRow[], window: Window): SiteStatsAnswer {
  const [first = ''] = window.days;
  const current = rows.filter(({ day }) => day >= first);
  const previous = rows.filter(({ day }) => day < first);
  const byCurrency = byRedemptions(current, previous);
  const currency = byCurrency[0]?.currency ?? 'EUR';
  return {
    ...totalsOf(current, currency),
    currency,
    byCurrency,
    previous: totalsOf(previous, currency),
    timeZone: window.timeZone,
    series: window.days.map((date) => {
      const ofDay = current.filter(({ day }) => day === date);
      const { totalScans, redemptions, commissionEarned } = totalsOf(ofDay, currency);
      const amounts = byRedemptions(ofDay, []).map((one) => ({
        currency: one.currency,
        commission: one.commissionEarned,
      }));
      return { date, scans: totalScans, redemptions, commission: commissionEarned, byCurrency: amounts };
    }),
  };
}

/** Each currency with its earnings, most redemptions first, then by name. */
function byRedemptions(current: readonly DayRow[], previous: readonly DayRow[]): SiteStatsAnswer['byCurrency'] {
  const currencies = new Set([...current, ...previous].flatMap(({ currency }) => currency ?? []));
  const of = (rows: readonly DayRow[], currency: Currency) => {
    const { redemptions, commissionEarned } = totalsOf(
      rows.filter((row) => row.currency === currency),
      currency,
    );
    return { redemptions, commissionEarned };
  };
  return ([...currencies] as Currency[])
    .map((currency) => ({ currency, ...of(current, currency), previous: of(previous, currency) }))
    .sort(
      (a, b) =>
        b.redemptions - a.redemptions ||
        b.previous.redemptions - a.previous.redemptions ||
        (a.currency < b.currency ? -1 : 1),
    );
}

function totalsOf(rows: readonly DayRow[], currency: Currency) {
  const totalScans = rows.reduce((sum, row) => sum + row.scans, 0);
  const redemptions = rows.reduce((sum, row) => sum + row.redemptions, 0);
  const minor = rows.reduce((sum, row) => sum + (row.currency === currency ? row.commission : 0n), 0n);
  return {
    totalScans,
    redemptions,
    conversionRate: rate(redemptions, totalScans),
    commissionEarned: fromMinor(minor, currency),
  };
}

/**
 * Percent with one decimal, half up; 0 when there are no scans. At most 100: redemptions can be of scans made before the
 * period, which are not counted in it.
 */
function rate(redemptions: number, scans: number): number {
  return scans === 0 ? 0 : Math.round((Math.min(redemptions, scans) * 1000) / scans) / 10;
}

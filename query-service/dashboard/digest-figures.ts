import type { DigestFigures, DigestReader, DigestSite, DigestWeek } from '@perktree/contracts/dashboard/weekly-digest';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import { zoneOfDistributor, zoneOfTenant } from '../engine/time-zones.ts';
import { openBalancesOf } from '../ledger/balances.ts';
import { daysBetween, type Window } from './days.ts';
import { dashboardDaysOf, distributorScope, isInPeriodSql } from './query.ts';

/** Most sites that a digest names. */
const MAX_SITES = 5;

/**
 * A week's figures of a person's business and claimed QR codes, in the time zone of the business, else of the QR codes.
 * @returns null if nothing happened; `not_over` if the week is not over in that zone
 */
export async function digestFigures(
  pool: Pool,
  reader: DigestReader,
  week: DigestWeek,
  now: Date,
): Promise<DigestFigures | null | 'not_over'> {
  const { userId, tenantId, isDistributor } = reader;
  const timeZone = tenantId === null ? await zoneOfDistributor(pool, userId) : await zoneOfTenant(pool, tenantId);
  const window = daysBetween(week.from, week.to, timeZone);
  if (now.toISOString() < (window.starts.at(-1) ?? '')) return 'not_over';
  const business = tenantId === null ? null : await businessOf(pool, tenantId, window);
  const distributor = isDistributor ? await distributorOf(pool, userId, window) : null;
  return business === null && distributor === null ? null : { ...week, timeZone, business, distributor };
}

interface SiteRow {
  readonly site_id: string;
  readonly name: string;
  readonly currency: Currency | null;
  readonly scans: number;
  readonly redemptions: number;
  readonly commission: bigint;
  readonly sales: bigint;
}

async function businessOf(pool: Pool, tenantId: string, { starts }: Window): Promise<DigestFigures['business']> {
  const values = { tenantId, start: starts[0], end: starts.at(-1) };
  const rows = await select<SiteRow>(
    pool,
    `SELECT d.site_id, s.name, d.currency, sum(scans)::integer AS scans, sum(redemptions)::integer AS redemptions,
       sum(commission_minor)::bigint AS commission, sum(sales_minor)::bigint AS sales
     FROM read_models.daily_activity d JOIN read_models.sites s USING (site_id)
     WHERE d.tenant_id = :tenantId::uuid AND ${isInPeriodSql('d.quarter_hour')}
     GROUP BY d.site_id, s.name, d.currency ORDER BY d.currency`,
    values,
  );
  const [flagged] = await select<{ flags: number }>(
    pool,
    `SELECT count(*)::integer AS flags FROM read_models.flags WHERE tenant_id = :tenantId::uuid AND ${isInPeriodSql('last_seen_at')}`,
    values,
  );
  const flags = flagged?.flags ?? 0;
  const sites = sitesOf(rows);
  if (sites.length === 0 && flags === 0) return null;
  return { sites: sites.slice(0, MAX_SITES), otherSites: Math.max(0, sites.length - MAX_SITES), flags };
}

/** Sites on which something happened, most redemptions first. */
function sitesOf(rows: readonly SiteRow[]): readonly DigestSite[] {
  const bySite = new Map<string, DigestSite>();
  for (const { site_id, name, scans, redemptions, currency, commission, sales } of rows) {
    const site = bySite.get(site_id) ?? { name, scans: 0, redemptions: 0, amounts: [] };
    const amounts =
      currency === null || (commission === 0n && sales === 0n)
        ? []
        : [{ currency, sales: fromMinor(sales, currency), commission: fromMinor(commission, currency) }];
    bySite.set(site_id, {
      name,
      scans: site.scans + scans,
      redemptions: site.redemptions + redemptions,
      amounts: [...site.amounts, ...amounts],
    });
  }
  return [...bySite.values()]
    .filter(({ scans, redemptions, amounts }) => scans + redemptions + amounts.length > 0)
    .sort(
      (a, b) =>
        b.redemptions - a.redemptions || b.scans - a.scans || a.name.localeCompare(b.name, 'en', { numeric: true }),
    );
}

async function distributorOf(pool: Pool, userId: string, window: Window): Promise<DigestFigures['distributor']> {
  const days = await dashboardDaysOf(pool, distributorScope(userId), window);
  const redemptions = days.reduce((sum, day) => sum + day.redemptions, 0);
  const earned = new Map<Currency, bigint>();
  for (const { currency, commission } of days) {
    if (currency !== null) earned.set(currency as Currency, (earned.get(currency as Currency) ?? 0n) + commission);
  }
  const commission = [...earned]
    .filter(([, minor]) => minor !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({ currency, amount: fromMinor(minor, currency) }));
  if (redemptions === 0 && commission.length === 0) return null;
  const open = await openBalancesOf(pool, { condition: (alias) => `${alias}.distributor_id = :scope`, value: userId });
  return { redemptions, commission, owed: open.map(({ currency, owed }) => ({ currency, amount: owed })) };
}

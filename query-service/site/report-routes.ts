import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import { benefitDisplay } from '@perktree/contracts/qr/benefit';
import { benefitOf } from '@perktree/contracts/qr/benefit-row';
import { type SiteRedemptionAnswer, siteReportCalls } from '@perktree/contracts/site/report-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { windowOf } from '../dashboard/days.ts';
import { daysOf } from '../dashboard/query.ts';
import { DEFAULT_DAYS } from '../dashboard/routes.ts';
import { siteScope } from '../dashboard/scope.ts';
import { trendOf } from '../dashboard/trend.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { ofReadableSite, readableSite } from '../engine/scope.ts';
import { configurationOf } from './configuration-of.ts';
import { redemptionsCsv, topDistributorsCsv } from './report-csv.ts';
import { REDEMPTIONS, type RedemptionRow, standingsOf, TOP_DISTRIBUTORS } from './report-query.ts';

/** Rows of a page of the top distributors that is requested without `limit`. */
const TOP = 20;
const MOST_STANDINGS = 50;

export function mountSiteReports(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts, clock } = deps;

  mountListing(app, deps, siteReportCalls.siteRedemptions, {
    listing: REDEMPTIONS,
    scopeOf: ofReadableSite(pool, 'r.site_id'),
    itemsOf: async (rows) => {
      const ids = new Set(rows.flatMap((row) => [row.customer_id, row.confirmed_by]));
      const names = await accounts.displayNames([...ids]);
      return rows.map((row) => redemptionAnswer(row, names, clock().toISOString()));
    },
    csv: redemptionsCsv,
  });

  mountListing(app, deps, siteReportCalls.topDistributors, {
    listing: TOP_DISTRIBUTORS,
    scopeOf: ofReadableSite(pool, 's.site_id'),
    itemsOf: async (rows) => {
      const names = await accounts.displayNames(rows.map((row) => row.distributor_id));
      return rows.map(({ distributor_id, qrs, scans, redemptions, earned, blocked, currency }) => ({
        distributorId: distributor_id,
        name: names.get(distributor_id) ?? DELETED_USER,
        ...{ qrs, scans, redemptions, isBlocked: blocked },
        commission: fromMinor(earned, currency as Currency),
        currency: currency as Currency,
      }));
    },
    csv: topDistributorsCsv,
    pageLength: TOP,
  });

  mountCall(app, authenticate, siteReportCalls.ownStandings, async ({ session }) => {
    const rows = await standingsOf(pool, session.userId, MOST_STANDINGS);
    return {
      answer: rows.map(({ site_id, site_name, earned, ...figures }) => {
        const currency = figures.currency as Currency;
        return { siteId: site_id, siteName: site_name, ...figures, commission: fromMinor(earned, currency), currency };
      }),
    };
  });

  mountCall(app, authenticate, siteReportCalls.siteStats, async ({ params, query, session }) => {
    const site = await readableSite(pool, session, params.siteId);
    const { timeZone } = configurationOf(site.configuration);
    const window = windowOf(clock(), query.days ?? DEFAULT_DAYS, timeZone);
    const trend = trendOf(await daysOf(pool, siteScope(site.site_id), window), window);
    return { answer: trend };
  });
}

function redemptionAnswer(row: RedemptionRow, names: ReadonlyMap<string, string>, now: string): SiteRedemptionAnswer {
  const currency = row.currency as Currency;
  return {
    id: row.redemption_id,
    qrId: row.qr_id,
    qrName: row.qr_name,
    customerName: names.get(row.customer_id) ?? DELETED_USER,
    benefit: benefitDisplay(benefitOf(row), currency),
    saleAmount: fromMinor(row.sale_minor, currency),
    currency,
    confirmedBy: names.get(row.confirmed_by) ?? DELETED_USER,
    confirmedVia: row.confirmed_via as SiteRedemptionAnswer['confirmedVia'],
    redeemedAt: row.redeemed_at,
    confirmation: row.awaiting_until === null ? null : row.awaiting_until > now ? 'awaiting' : 'lapsed',
    reversedAt: row.reversed_at,
    reversedAmount: fromMinor(row.reversed_minor, currency),
    isWhollyReversed: row.is_wholly_reversed,
    ...(row.reference !== null && { reference: row.reference }),
  };
}

import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { benefitDisplay } from '@perktree/contracts/qr/benefit';
import { benefitLabel } from '@perktree/contracts/qr/benefit-label';
import { benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import type { TopDistributorAnswer } from '@perktree/contracts/site/report-calls';
import { type SiteRedemptionAnswer, siteReportCalls } from '@perktree/contracts/site/report-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { windowOf } from '../dashboard/days.ts';
import { dashboardDaysOf } from '../dashboard/query.ts';
import { DEFAULT_DAYS } from '../dashboard/routes.ts';
import { siteScope } from '../dashboard/scope.ts';
import { trendOf } from '../dashboard/trend.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { ofReadableSite, readableSite } from '../engine/scope.ts';
import { configurationOf } from './configuration-of.ts';
import { REDEMPTIONS, type RedemptionRow, standingsOf, TOP_DISTRIBUTORS } from './report-query.ts';

const VIAS: Readonly<Record<SiteRedemptionAnswer['confirmedVia'], ColumnWords>> = {
  self: ['Redeemed by the customer', 'Canjeado por el cliente'],
  code: ['typed code', 'código escrito'],
  token: ['scanned QR', 'QR escaneado'],
};

const STATES = {
  redeemed: ['Redeemed', 'Canjeado'],
  awaiting: ['Awaiting confirmation', 'Por confirmar'],
  lapsed: ['Not confirmed', 'Sin confirmar'],
  partly: ['Partly reversed', 'Anulado en parte'],
  reversed: ['Reversed', 'Anulado'],
} as const satisfies Record<string, ColumnWords>;

const redemptionsCsv = csvColumns<SiteRedemptionAnswer & Partial<Pick<RedemptionRow, 'customer_id' | 'confirmed_by'>>>([
  ['Redemption', 'Canje', (row) => row.id],
  ['Redeemed', 'Canjeado', siteTime((row) => row.redeemedAt), 'time'],
  ['Benefit', 'Beneficio', (row, _, language) => benefitLabel(row.benefit, language)],
  ['QR ID', 'ID del QR', (row) => row.qrId],
  ['QR', 'QR', (row) => row.qrName],
  ['Customer ID', 'ID del cliente', (row) => row.customer_id ?? null],
  ['Customer', 'Cliente', (row, _, language) => personName(row.customerName, language)],
  ['Confirmed by (ID)', 'Confirmado por (ID)', (row) => row.confirmed_by ?? null],
  ['Confirmed by', 'Confirmado por', (row, _, language) => personName(row.confirmedBy, language)],
  ['How', 'Cómo', (row, inLanguage) => inLanguage(VIAS[row.confirmedVia])],
  ['Sale amount', 'Importe de la venta', (row) => row.saleAmount, 'number'],
  ['Reversed amount', 'Importe anulado', (row) => row.reversedAmount, 'number'],
  ['Currency', 'Moneda', (row) => row.currency],
  ['State', 'Estado', (row, inLanguage) => inLanguage(STATES[stateOf(row)])],
  ['Last reversal', 'Última anulación', siteTime((row) => row.reversedAt), 'time'],
  ['Till reference', 'Referencia de caja', (row) => row.reference ?? null],
]);

function stateOf(row: SiteRedemptionAnswer): keyof typeof STATES {
  if (row.isWhollyReversed) return 'reversed';
  if (row.confirmation !== null) return row.confirmation;
  return row.reversedAt === null ? 'redeemed' : 'partly';
}

const topDistributorsCsv = csvColumns<TopDistributorAnswer>([
  ['Distributor ID', 'ID del distribuidor', (row) => row.distributorId],
  ['Distributor', 'Distribuidor', (row, _, language) => personName(row.name, language)],
  ['QRs', 'QR', (row) => row.qrs],
  ['Scans', 'Escaneos', (row) => row.scans],
  ['Redemptions', 'Canjes', (row) => row.redemptions],
  ['Commission', 'Comisión', (row) => row.commission, 'number'],
  ['Currency', 'Moneda', (row) => row.currency],
]);

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
    const trend = trendOf(await dashboardDaysOf(pool, siteScope(site.site_id), window), window);
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
    benefit: benefitDisplay(benefitOfRow(row), currency),
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

import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { benefitOfRow, benefitTermsOfRow } from '@perktree/contracts/qr/benefit-row';
import { benefitDisplay, benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import { type ConfirmedRedemptionAnswer, redemptionListCalls } from '@perktree/contracts/redemption/list-calls';
import { CORRECTION_MS } from '@perktree/contracts/redemption/reversal-calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { ListPaper } from '../engine/listing/list-paper.ts';
import { byTime, hundredthsSql, type Listing, type ListScope } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { roleAmong } from '../engine/scope.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { benefitTextSql } from '../qr/qr-row.ts';
import { sitesScope } from '../site/query.ts';

const PLANS_WITH_CODES = Object.values(PLANS).flatMap(({ id, limits }) => (limits.staffCodes ? [id] : []));

/**
 * Whether the caller can type a code at one of the active sites where they redeem. `accepted` also where all of them are stopped:
 * the command says so.
 */
async function typedCodes(
  pool: Pool,
  session: Session,
): Promise<'accepted' | 'no_site' | 'not_in_plan' | 'switched_off'> {
  const { condition, value } = sitesScope(session);
  const [found] = await select<{ sites: number; active: number; on: number; accepted: number }>(
    pool,
    `SELECT count(*)::integer AS sites, count(*) FILTER (WHERE is_active)::integer AS active,
       count(*) FILTER (WHERE is_active AND switched_on)::integer AS on,
       count(*) FILTER (WHERE is_active AND switched_on AND plan = ANY (:plans))::integer AS accepted
     FROM (SELECT s.is_active, (s.configuration::json ->> 'staffCanRedeemWithCode')::boolean AS switched_on,
         coalesce((SELECT p.plan FROM read_models.plans p WHERE p.tenant_id = s.tenant_id), 'free') AS plan
       FROM read_models.sites s WHERE ${condition}) counters`,
    { scope: value, plans: PLANS_WITH_CODES },
  );
  if (found === undefined || found.sites === 0) return 'no_site';
  if (found.active === 0 || found.accepted > 0) return 'accepted';
  return found.on > 0 ? 'not_in_plan' : 'switched_off';
}

type ConfirmedRow = ReadModelRow<'redemptions'> & { readonly site_name: string };

/** When staff confirmed it: later than the customer redeemed it, if it awaited that. ISO 8601 UTC. */
const confirmedAt = (row: ConfirmedRow): string => row.confirmed_at ?? row.redeemed_at;

const CONFIRMED: Listing<ConfirmedRow> = {
  columns: `r.*, s.name AS site_name, ${siteZoneColumn(null)}`,
  from: 'read_models.redemptions r JOIN read_models.sites s ON s.site_id = r.site_id',
  where: `r.confirmed_via <> 'self'`,
  id: 'r.redemption_id',
  idOf: (row) => row.redemption_id,
  text: `concat_ws(E'\\n', s.name, ${benefitTextSql('r')}, ${hundredthsSql('r.sale_minor - r.reversed_minor')})`,
  textIds: ['r.customer_id'],
  filters: { confirmed: 'NOT r.is_wholly_reversed', reversed: 'r.is_wholly_reversed' },
  sorts: byTime('coalesce(r.confirmed_at, r.redeemed_at)', confirmedAt),
};

/** Owners read all of the tenant, staff only those that they confirmed. */
function confirmedScope(session: Session): ListScope {
  const isOwner = roleAmong(session, ['site_owner', 'staff']) === 'site_owner' && session.tenantId !== null;
  return isOwner
    ? { condition: 'r.tenant_id = :scope::uuid', value: session.tenantId }
    : { condition: 'r.confirmed_by = :scope', value: session.userId };
}

const STATES: Readonly<Record<ConfirmedRedemptionAnswer['status'], ColumnWords>> = {
  Confirmed: ['Confirmed', 'Confirmado'],
  Reversed: ['Reversed', 'Anulado'],
};

/** Not 'Sale amount': in the file of a site's redemptions that is before reversals. */
const NET_SALE: ColumnWords = ['Sale less reversals', 'Venta menos anulaciones'];

const CONFIRMED_PAPER: ListPaper<ConfirmedRedemptionAnswer> = {
  title: ['Confirmed redemptions', 'Canjes confirmados'],
  currency: 'r.currency',
  site: 'r.site_id',
  filters: { confirmed: STATES.Confirmed, reversed: STATES.Reversed },
  totals: [[NET_SALE, ({ saleAmount }) => saleAmount]],
};

const confirmedCsv = csvColumns<ConfirmedRedemptionAnswer & Partial<Pick<ConfirmedRow, 'site_id' | 'customer_id'>>>([
  ['Redemption', 'Canje', (row) => row.redemptionId],
  ['Benefit', 'Beneficio', (row, _, language) => benefitLabel(row.benefitTerms, language)],
  ['Customer', 'Cliente', (row, _, language) => personName(row.customerName, language)],
  ['Site', 'Sitio', (row) => row.siteName],
  [...NET_SALE, (row) => row.saleAmount, 'number'],
  ['Currency', 'Moneda', (row) => row.currency],
  ['Confirmed', 'Confirmado', siteTime((row) => row.confirmedAt), 'time'],
  ['State', 'Estado', (row, inLanguage) => inLanguage(STATES[row.status])],
  ['Site ID', 'ID del sitio', (row) => row.site_id ?? null],
  ['Customer ID', 'ID del cliente', (row) => row.customer_id ?? null],
]);

/** Pages show five of them; a few more leave room for a longer list. */
const NEWEST = 20;

export function mountCounter(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, redemptionListCalls.counter, async ({ session }) => ({
    answer: { codes: await typedCodes(pool, session) },
  }));

  mountListing(app, deps, redemptionListCalls.validations, {
    listing: CONFIRMED,
    pageLength: NEWEST,
    scopeOf: async ({ session }) => confirmedScope(session),
    itemsOf: async (rows, now, session) => {
      const names = await accounts.displayNames([...new Set(rows.map((row) => row.customer_id))]);
      return rows.map((row) => ({
        redemptionId: row.redemption_id,
        benefit: benefitDisplay(benefitOfRow(row), row.currency as Currency),
        benefitTerms: benefitTermsOfRow(row),
        customerName: names.get(row.customer_id) ?? DELETED_USER,
        siteName: row.site_name,
        saleAmount: fromMinor(row.sale_minor - row.reversed_minor, row.currency as Currency),
        currency: row.currency as Currency,
        confirmedAt: confirmedAt(row),
        correctableUntil: correctableUntil(row, session.userId, now),
        status: row.is_wholly_reversed ? ('Reversed' as const) : ('Confirmed' as const),
      }));
    },
    csv: confirmedCsv,
    paper: CONFIRMED_PAPER,
  });
}

/** A member of staff can correct what they have confirmed for a while. */
function correctableUntil(row: ConfirmedRow, userId: string, now: string): string | null {
  const until = new Date(Date.parse(confirmedAt(row)) + CORRECTION_MS).toISOString();
  return row.confirmed_by === userId && !row.is_wholly_reversed && now < until ? until : null;
}

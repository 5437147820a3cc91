import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { benefitOfRow, benefitTermsOfRow } from '@perktree/contracts/qr/benefit-row';
import { benefitDisplay, benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import {
  type RedemptionState,
  redemptionListCalls,
  redemptionState,
  type SiteRedemptionAnswer,
} from '@perktree/contracts/redemption/list-calls';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { ListPaper } from '../engine/listing/list-paper.ts';
import { amountOrder, byTime, hundredthsSql, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { ofReadableSite } from '../engine/scope.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { benefitTextSql } from '../qr/qr-row.ts';

type RedemptionRow = ReadModelRow<'redemptions'> & { readonly site_name: string };

const REDEMPTIONS: Listing<RedemptionRow> = {
  columns: `r.*, (SELECT s.name FROM read_models.sites s WHERE s.site_id = r.site_id) AS site_name,
    ${siteZoneColumn('r.site_id')}`,
  from: 'read_models.redemptions r',
  id: 'r.redemption_id',
  idOf: (row) => row.redemption_id,
  text: `concat_ws(E'\\n', r.qr_name, r.reference, ${benefitTextSql('r')}, ${hundredthsSql('r.sale_minor')},
    ${hundredthsSql('nullif(r.reversed_minor, 0)')})`,
  textIds: ['r.customer_id', 'r.confirmed_by'],
  filters: {
    redeemed: 'r.reversed_at IS NULL AND r.awaiting_until IS NULL',
    awaiting: 'r.awaiting_until > :now::timestamptz',
    lapsed: 'r.awaiting_until <= :now::timestamptz',
    partly: 'r.reversed_at IS NOT NULL AND NOT r.is_wholly_reversed',
    reversed: 'r.is_wholly_reversed',
  },
  sorts: {
    ...byTime('r.redeemed_at', (row: RedemptionRow) => row.redeemed_at),
    amount: amountOrder('r.currency', 'r.sale_minor', (row) => row.sale_minor),
  },
};

const VIAS: Readonly<Record<SiteRedemptionAnswer['confirmedVia'], ColumnWords>> = {
  self: ['Redeemed by the customer', 'Canjeado por el cliente'],
  code: ['typed code', 'código escrito'],
  token: ['scanned QR', 'QR escaneado'],
};

const STATES: Readonly<Record<RedemptionState, ColumnWords>> = {
  redeemed: ['Redeemed', 'Canjeado'],
  awaiting: ['Awaiting confirmation', 'Por confirmar'],
  lapsed: ['Not confirmed', 'Sin confirmar'],
  partly: ['Partly reversed', 'Anulado en parte'],
  reversed: ['Reversed', 'Anulado'],
};

/** What staff did not confirm is the site's default, not a sale. */
const soldOf = ({ confirmation, saleAmount }: SiteRedemptionAnswer) => (confirmation === null ? saleAmount : null);

const REDEMPTIONS_PAPER: ListPaper<SiteRedemptionAnswer> = {
  title: ['Redemptions', 'Canjes'],
  currency: 'r.currency',
  filters: STATES,
  totals: [
    [['Sale amount', 'Importe de la venta'], soldOf],
    [['Reversed amount', 'Importe anulado'], ({ reversedAmount }) => reversedAmount],
  ],
};

const redemptionsCsv = csvColumns<
  SiteRedemptionAnswer & Partial<Pick<RedemptionRow, 'site_id' | 'site_name' | 'customer_id' | 'confirmed_by'>>
>([
  ['Redemption', 'Canje', (row) => row.id],
  ['Redeemed', 'Canjeado', siteTime((row) => row.redeemedAt), 'time'],
  ['Benefit', 'Beneficio', (row, _, language) => benefitLabel(row.benefitTerms, language)],
  ['QR ID', 'ID del QR', (row) => row.qrId],
  ['QR', 'QR', (row) => row.qrName],
  ['Customer ID', 'ID del cliente', (row) => row.customer_id ?? null],
  ['Customer', 'Cliente', (row, _, language) => personName(row.customerName, language)],
  ['Confirmed by (ID)', 'Confirmado por (ID)', (row) => row.confirmed_by ?? null],
  ['Confirmed by', 'Confirmado por', (row, _, language) => personName(row.confirmedBy, language)],
  ['How', 'Cómo', (row, inLanguage) => inLanguage(VIAS[row.confirmedVia])],
  // The column sums.
  ['Sale amount', 'Importe de la venta', soldOf, 'number'],
  [
    ...(['Expected sale amount', 'Importe previsto de la venta'] as const),
    (row) => (row.confirmation === null ? null : row.saleAmount),
    'number',
  ],
  ['Reversed amount', 'Importe anulado', (row) => row.reversedAmount, 'number'],
  ['Currency', 'Moneda', (row) => row.currency],
  ['State', 'Estado', (row, inLanguage) => inLanguage(STATES[redemptionState(row)])],
  ['Last reversal', 'Última anulación', siteTime((row) => row.reversedAt), 'time'],
  ['Till reference', 'Referencia de caja', (row) => row.reference ?? null],
  ['Site ID', 'ID del sitio', (row) => row.site_id ?? null],
  ['Site', 'Sitio', (row) => row.site_name ?? null],
]);

export function mountRedemptions(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, accounts, clock } = deps;

  mountListing(app, deps, redemptionListCalls.siteRedemptions, {
    listing: REDEMPTIONS,
    scopeOf: ofReadableSite(pool, 'r.site_id'),
    itemsOf: async (rows) => {
      const ids = new Set(rows.flatMap((row) => [row.customer_id, row.confirmed_by]));
      const names = await accounts.displayNames([...ids]);
      return rows.map((row) => redemptionAnswer(row, names, clock().toISOString()));
    },
    csv: redemptionsCsv,
    paper: REDEMPTIONS_PAPER,
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
    benefitTerms: benefitTermsOfRow(row),
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

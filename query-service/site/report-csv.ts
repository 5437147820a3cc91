import { csvColumns, siteTime, type Words } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/benefit-label';
import type { SiteRedemptionAnswer, TopDistributorAnswer } from '@perktree/contracts/site/report-calls';
import type { RedemptionRow } from './report-query.ts';

const VIAS: Readonly<Record<SiteRedemptionAnswer['confirmedVia'], Words>> = {
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
} as const satisfies Record<string, Words>;

export const redemptionsCsv = csvColumns<
  SiteRedemptionAnswer & Partial<Pick<RedemptionRow, 'customer_id' | 'confirmed_by'>>
>([
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

export const topDistributorsCsv = csvColumns<TopDistributorAnswer>([
  ['Distributor ID', 'ID del distribuidor', (row) => row.distributorId],
  ['Distributor', 'Distribuidor', (row, _, language) => personName(row.name, language)],
  ['QRs', 'QR', (row) => row.qrs],
  ['Scans', 'Escaneos', (row) => row.scans],
  ['Redemptions', 'Canjes', (row) => row.redemptions],
  ['Commission', 'Comisión', (row) => row.commission, 'number'],
  ['Currency', 'Moneda', (row) => row.currency],
]);

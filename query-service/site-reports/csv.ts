import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { SiteRedemptionAnswer, TopDistributorAnswer } from '@perktree/contracts/http/site-reports';
import { personName } from '@perktree/contracts/person-name';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    id: 'Redemption',
    redeemedAt: 'Redeemed',
    benefit: 'Benefit',
    qr: 'QR',
    customer: 'Customer',
    confirmedBy: 'Confirmed by',
    via: 'How',
    sale: 'Sale amount',
    reversed: 'Reversed amount',
    currency: 'Currency',
    state: 'State',
    reversedAt: 'Last reversal',
    reference: 'Till reference',
    vias: { self: 'Redeemed by the customer', code: 'typed code', token: 'scanned QR' },
    states: {
      redeemed: 'Redeemed',
      awaiting: 'Awaiting confirmation',
      lapsed: 'Not confirmed',
      partly: 'Partly reversed',
      reversed: 'Reversed',
    },
  },
  es: {
    id: 'Canje',
    redeemedAt: 'Canjeado',
    benefit: 'Beneficio',
    qr: 'QR',
    customer: 'Cliente',
    confirmedBy: 'Confirmado por',
    via: 'Cómo',
    sale: 'Importe de la venta',
    reversed: 'Importe anulado',
    currency: 'Moneda',
    state: 'Estado',
    reversedAt: 'Última reversión',
    reference: 'Referencia de caja',
    vias: { self: 'Canjeado por el cliente', code: 'código escrito', token: 'QR escaneado' },
    states: {
      redeemed: 'Canjeado',
      awaiting: 'Por confirmar',
      lapsed: 'Sin confirmar',
      partly: 'Anulado en parte',
      reversed: 'Anulado',
    },
  },
} as const;

export function redemptionsCsv(language: CsvLanguage): readonly CsvColumn<SiteRedemptionAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.id, value: (row) => row.id },
    { title: words.redeemedAt, value: (row) => row.redeemedAt },
    { title: words.benefit, value: (row) => benefitLabel(row.benefit, language) },
    { title: words.qr, value: (row) => row.qrName },
    { title: words.customer, value: (row) => personName(row.customerName, language) },
    { title: words.confirmedBy, value: (row) => personName(row.confirmedBy, language) },
    { title: words.via, value: (row) => words.vias[row.confirmedVia] },
    { title: words.sale, value: (row) => row.saleAmount },
    { title: words.reversed, value: (row) => row.reversedAmount },
    { title: words.currency, value: (row) => row.currency },
    { title: words.state, value: (row) => words.states[stateOf(row)] },
    { title: words.reversedAt, value: (row) => row.reversedAt },
    { title: words.reference, value: (row) => row.reference ?? null },
  ];
}

function stateOf(row: SiteRedemptionAnswer): keyof (typeof WORDS)['en']['states'] {
  if (row.isWhollyReversed) return 'reversed';
  if (row.confirmation !== null) return row.confirmation;
  return row.reversedAt === null ? 'redeemed' : 'partly';
}

const TOP_WORDS = {
  en: {
    ...{ distributor: 'Distributor', qrs: 'QRs', scans: 'Scans', redemptions: 'Redemptions' },
    ...{ commission: 'Commission', currency: 'Currency' },
  },
  es: {
    ...{ distributor: 'Distribuidor', qrs: 'QR', scans: 'Escaneos', redemptions: 'Canjes' },
    ...{ commission: 'Comisión', currency: 'Moneda' },
  },
} as const;

export function topDistributorsCsv(language: CsvLanguage): readonly CsvColumn<TopDistributorAnswer>[] {
  const words = TOP_WORDS[language];
  return [
    { title: words.distributor, value: (row) => personName(row.name, language) },
    { title: words.qrs, value: (row) => row.qrs },
    { title: words.scans, value: (row) => row.scans },
    { title: words.redemptions, value: (row) => row.redemptions },
    { title: words.commission, value: (row) => row.commission },
    { title: words.currency, value: (row) => row.currency },
  ];
}

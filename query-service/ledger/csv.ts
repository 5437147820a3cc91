import type { CsvColumn } from '@perktree/contracts/csv';
import type { LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    entry: 'Entry',
    redemption: 'Redemption',
    qr: 'QR',
    sourceQr: 'Redeemed QR',
    percent: 'Commission (%)',
    commission: 'Commission',
    currency: 'Currency',
    state: 'State',
    created: 'Created',
    matures: 'Payable from',
    states: {
      pending: 'Pending',
      payable: 'Payable',
      in_payout: 'In payout',
      paid: 'Paid',
      reversed: 'Reversed',
      awaiting_confirmation: 'Awaiting confirmation',
      lapsed: 'Lapsed',
      written_off: 'Written off',
    },
  },
  es: {
    entry: 'Apunte',
    redemption: 'Canje',
    qr: 'QR',
    sourceQr: 'QR canjeado',
    percent: 'Comisión (%)',
    commission: 'Comisión',
    currency: 'Moneda',
    state: 'Estado',
    created: 'Creado',
    matures: 'Pagadera desde',
    states: {
      pending: 'Pendiente',
      payable: 'Por pagar',
      in_payout: 'En pago',
      paid: 'Pagada',
      reversed: 'Anulada',
      awaiting_confirmation: 'Por confirmar',
      lapsed: 'Caducada',
      written_off: 'Dada de baja',
    },
  },
} as const;

/** Amounts and times as the calls have them, so that a spreadsheet can compute with them. */
export function ledgerCsv(language: CsvLanguage): readonly CsvColumn<LedgerEntryAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.entry, value: (entry) => entry.id },
    { title: words.redemption, value: (entry) => entry.redemptionId },
    { title: words.qr, value: (entry) => entry.qrId },
    { title: words.sourceQr, value: (entry) => entry.sourceQrId },
    { title: words.percent, value: (entry) => entry.commissionPercent },
    { title: words.commission, value: (entry) => entry.commissionAmount },
    { title: words.currency, value: (entry) => entry.currency },
    { title: words.state, value: (entry) => words.states[entry.state] },
    { title: words.created, value: (entry) => entry.createdAt },
    { title: words.matures, value: (entry) => entry.maturesAt },
  ];
}

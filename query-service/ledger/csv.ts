import type { LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import { csvColumns, type Words } from '../listing/csv-columns.ts';
import type { LedgerState } from './state.ts';

const STATES: Readonly<Record<LedgerState, Words>> = {
  pending: ['Pending', 'Pendiente'],
  payable: ['Payable', 'Por pagar'],
  in_payout: ['In payout', 'En pago'],
  paid: ['Paid', 'Pagada'],
  reversed: ['Reversed', 'Anulada'],
  awaiting_confirmation: ['Awaiting confirmation', 'Por confirmar'],
  lapsed: ['Lapsed', 'Caducada'],
  written_off: ['Written off', 'Dada de baja'],
};

export const ledgerCsv = csvColumns<LedgerEntryAnswer>([
  ['Entry', 'Apunte', (entry) => entry.id],
  ['Redemption', 'Canje', (entry) => entry.redemptionId],
  ['QR', 'QR', (entry) => entry.qrId],
  ['Redeemed QR', 'QR canjeado', (entry) => entry.sourceQrId],
  ['Commission (%)', 'Comisión (%)', (entry) => entry.commissionPercent],
  ['Commission', 'Comisión', (entry) => entry.commissionAmount],
  ['Currency', 'Moneda', (entry) => entry.currency],
  ['State', 'Estado', (entry, inLanguage) => inLanguage(STATES[entry.state])],
  ['Created', 'Creado', (entry) => entry.createdAt],
  ['Payable from', 'Pagadera desde', (entry) => entry.maturesAt],
]);

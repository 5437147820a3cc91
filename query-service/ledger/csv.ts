import { type ColumnWords, csvColumns } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';
import { timeIn } from '@perktree/contracts/kernel/time-zone';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import type { ListPaper } from '../engine/listing/list-paper.ts';
import type { LedgerState } from './state.ts';

const STATES: Readonly<Record<LedgerState, ColumnWords>> = {
  pending: ['Pending', 'Pendiente'],
  payable: ['Payable', 'Por pagar'],
  in_payout: ['In payout', 'En pago'],
  paid: ['Paid', 'Pagada'],
  reversed: ['Reversed', 'Anulada'],
  awaiting_confirmation: ['Awaiting confirmation', 'Por confirmar'],
  lapsed: ['Lapsed', 'Caducada'],
  written_off: ['Written off', 'Dada de baja'],
};

/** Not earned: the share awaits confirmation, has lapsed, or was reversed before it was confirmed. */
const isExpected = ({ awaitingUntil, earnedAmount, commissionAmount }: LedgerEntryAnswer) =>
  awaitingUntil !== null || earnedAmount !== commissionAmount;

export const LEDGER_PAPER: ListPaper<LedgerEntryAnswer> = {
  title: ['Commission entries', 'Apuntes de comisión'],
  currency: 'e.currency',
  totals: [[['Commission', 'Comisión'], ({ earnedAmount }) => earnedAmount]],
};

/** Times are those of the entry’s site, with their distance from UTC. */
export const ledgerCsv = csvColumns<LedgerEntryAnswer & { readonly position?: bigint }>([
  ['Entry', 'Apunte', (entry) => entry.id],
  ['Site ID', 'ID del sitio', (entry) => entry.siteId],
  ['Site', 'Sitio', (entry) => entry.siteName],
  ['Distributor ID', 'ID del distribuidor', (entry) => entry.distributorId],
  ['Distributor', 'Distribuidor', (entry, _, language) => personName(entry.distributorName, language)],
  ['Redemption', 'Canje', (entry) => entry.redemptionId],
  ['Reverses entry', 'Anula el apunte', (entry) => entry.reversesEntryId],
  ['QR', 'QR', (entry) => entry.qrId],
  ['Redeemed QR', 'QR canjeado', (entry) => entry.sourceQrId],
  ['Commission (%)', 'Comisión (%)', (entry) => entry.commissionPercent, 'number'],
  // The column sums to what was earned, less what was reversed.
  ['Commission', 'Comisión', (entry) => entry.earnedAmount, 'number'],
  [
    'Expected commission',
    'Comisión prevista',
    (entry) => (isExpected(entry) ? entry.commissionAmount : null),
    'number',
  ],
  ['Currency', 'Moneda', (entry) => entry.currency],
  ['State', 'Estado', (entry, inLanguage) => inLanguage(STATES[entry.state])],
  ['Payout', 'Pago', (entry) => entry.payoutId],
  ['Paid', 'Pagada el', (entry) => entry.paidAt && timeIn(entry.siteTimeZone, entry.paidAt), 'time'],
  ['Created', 'Creado', (entry) => timeIn(entry.siteTimeZone, entry.createdAt), 'time'],
  ['Payable from', 'Pagadera desde', (entry) => timeIn(entry.siteTimeZone, entry.maturesAt), 'time'],
  [
    'Changed at position',
    'Cambiado en la posición',
    (entry) => (entry.position === undefined ? null : String(entry.position)),
  ],
]);

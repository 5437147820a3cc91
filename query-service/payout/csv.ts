import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import type { ListPaper } from '../engine/listing/list-paper.ts';

const STATES: Readonly<Record<PayoutAnswer['status'], ColumnWords>> = {
  processing: ['Processing', 'En proceso'],
  paid: ['Paid', 'Pagado'],
  failed: ['Failed', 'Fallido'],
  cancelled: ['Cancelled', 'Cancelado'],
  returned: ['Returned', 'Devuelto'],
  written_off: ['Written off', 'Dado de baja'],
};

const SETTLEMENTS: Readonly<Record<PayoutAnswer['settlement'], ColumnWords>> = {
  by_hand: ['Business', 'Negocio'],
  provider: ['Payment provider', 'Proveedor de pagos'],
};

/** What the file has beside the answer. */
interface PayoutFile {
  readonly site_name: string;
  readonly paid_at: string | null;
  readonly settled_at: string | null;
  readonly position: bigint;
}

const isWriteOff = ({ status }: PayoutAnswer) => status === 'written_off';
/** The text of the last event: the owner's reason, where it was no payment. */
const hasReason = ({ status }: PayoutAnswer) =>
  status === 'cancelled' || status === 'returned' || status === 'written_off';

export const PAYOUTS_PAPER: ListPaper<PayoutAnswer> = {
  title: ['Payouts', 'Pagos'],
  currency: 'p.currency',
  totals: [
    [['Paid', 'Pagado'], ({ status, amount }) => (status === 'paid' ? amount : null)],
    [['Processing', 'En proceso'], ({ status, amount }) => (status === 'processing' ? amount : null)],
    [['Written off', 'Dado de baja'], ({ status, amount }) => (status === 'written_off' ? amount : null)],
  ],
};

/** Write-offs have a column of their own, so that each column sums. */
export const payoutsCsv = csvColumns<PayoutAnswer & Partial<PayoutFile>>([
  ['Payout', 'Pago', (payout) => payout.id],
  ['Site ID', 'ID del sitio', (payout) => payout.siteId],
  ['Site', 'Sitio', (payout) => payout.site_name ?? null],
  ['Distributor ID', 'ID del distribuidor', (payout) => payout.distributorId],
  ['Distributor', 'Distribuidor', (payout, _, language) => personName(payout.name, language)],
  ['Amount', 'Importe', (payout) => (isWriteOff(payout) ? null : payout.amount), 'number'],
  ['Written off', 'Dado de baja', (payout) => (isWriteOff(payout) ? payout.amount : null), 'number'],
  ['Currency', 'Moneda', (payout) => payout.currency],
  ['Entries', 'Comisiones', (payout) => payout.entries],
  ['State', 'Estado', (payout, inLanguage) => inLanguage(STATES[payout.status])],
  ['Reference', 'Referencia', (payout) => (hasReason(payout) ? null : payout.reference)],
  ['Reason', 'Motivo', (payout) => (hasReason(payout) ? payout.reference : payout.failure)],
  ['Created', 'Creado', siteTime((payout) => payout.createdAt), 'time'],
  ['Paid', 'Pagado el', siteTime((payout) => payout.paid_at ?? null), 'time'],
  ['Settled', 'Liquidado el', siteTime((payout) => payout.settled_at ?? null), 'time'],
  ['Paid by', 'Pagado por', (payout, inLanguage) => inLanguage(SETTLEMENTS[payout.settlement])],
  [
    'Changed at position',
    'Cambiado en la posición',
    (payout) => (payout.position === undefined ? null : String(payout.position)),
  ],
]);

import type { PayoutAnswer } from '@perktree/contracts/http/payouts';
import { personName } from '@perktree/contracts/person-name';
import { csvColumns, type Words } from '../listing/csv-columns.ts';

const STATES: Readonly<Record<PayoutAnswer['status'], Words>> = {
  processing: ['Processing', 'En proceso'],
  paid: ['Paid', 'Pagado'],
  failed: ['Failed', 'Fallido'],
  cancelled: ['Cancelled', 'Cancelado'],
  returned: ['Returned', 'Devuelto'],
  written_off: ['Written off', 'Dado de baja'],
};

export const payoutsCsv = csvColumns<PayoutAnswer>([
  ['Payout', 'Pago', (payout) => payout.id],
  ['Distributor', 'Distribuidor', (payout, _, language) => personName(payout.name, language)],
  ['Amount', 'Importe', (payout) => payout.amount],
  ['Currency', 'Moneda', (payout) => payout.currency],
  ['Entries', 'Comisiones', (payout) => payout.entries],
  ['State', 'Estado', (payout, inLanguage) => inLanguage(STATES[payout.status])],
  ['Reference', 'Referencia', (payout) => payout.reference],
  ['Created', 'Creado', (payout) => payout.createdAt],
]);

import type { ColumnWords } from '../kernel/csv-columns.ts';
import type { PayoutAnswer, PayoutFailure } from './calls.ts';
import type { WRITE_OFF_REASONS } from './events.ts';

/** How files name the status of a payout. */
export const PAYOUT_STATUS_WORDS: Readonly<Record<PayoutAnswer['status'], ColumnWords>> = {
  processing: ['Processing', 'En proceso'],
  paid: ['Paid', 'Pagado'],
  failed: ['Failed', 'Fallido'],
  cancelled: ['Cancelled', 'Cancelado'],
  returned: ['Returned', 'Devuelto'],
  written_off: ['Written off', 'Dado de baja'],
};

export const WRITE_OFF_WORDS: Readonly<Record<(typeof WRITE_OFF_REASONS)[number], ColumnWords>> = {
  account_deleted: ['The account was deleted', 'La cuenta se eliminó'],
  settled_elsewhere: ['Settled elsewhere', 'Liquidado por otra vía'],
  agreed: ['Agreed with the distributor', 'Acordado con el distribuidor'],
  uncollectible: ['Cannot be collected', 'No se puede cobrar'],
  mistake: ['Earned by mistake', 'Ganado por error'],
};

export const PAYOUT_FAILURE_WORDS: Readonly<Record<PayoutFailure, ColumnWords>> = {
  no_payout_account: ['The distributor has no payout account', 'El distribuidor no tiene cuenta de pago'],
  refused_by_provider: ['Refused by the payment provider', 'Rechazado por el proveedor de pagos'],
  not_collected: ["The owner's payment was not collected", 'No se pudo cobrar al propietario'],
  no_payment_method: ['The plan has no payment method', 'El plan no tiene un método de pago'],
  action_required: ["The owner's bank asks for a confirmation", 'El banco del propietario pide una confirmación'],
  payment_refused: ["The owner's payment was refused", 'El cobro al propietario fue rechazado'],
  not_approved: ['The operator did not approve the amount', 'El operador no aprobó el importe'],
};

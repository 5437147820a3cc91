import type { ValidationAnswer } from '@perktree/contracts/dashboard/calls';
import { csvColumns, siteTime, type Words } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/benefit-label';

const STATES: Readonly<Record<ValidationAnswer['status'], Words>> = {
  Confirmed: ['Confirmed', 'Confirmado'],
  Reversed: ['Reversed', 'Anulado'],
};

export const validationsCsv = csvColumns<ValidationAnswer>([
  ['Redemption', 'Canje', (row) => row.redemptionId],
  ['Benefit', 'Beneficio', (row, _, language) => benefitLabel(row.benefit, language)],
  ['Customer', 'Cliente', (row, _, language) => personName(row.customerName, language)],
  ['Site', 'Sitio', (row) => row.siteName],
  ['Sale amount', 'Importe de la venta', (row) => row.saleAmount, 'number'],
  ['Currency', 'Moneda', (row) => row.currency],
  ['Confirmed', 'Confirmado', siteTime((row) => row.confirmedAt), 'time'],
  ['State', 'Estado', (row, inLanguage) => inLanguage(STATES[row.status])],
]);

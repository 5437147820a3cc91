import { csvColumns } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { DistributorBalanceAnswer } from '@perktree/contracts/ledger/calls';
import type { ListPaper } from '../engine/listing/list-paper.ts';

export const BALANCES_PAPER: ListPaper<DistributorBalanceAnswer> = {
  title: ['Balance on a date', 'Saldo en una fecha'],
  currency: 'b.currency',
  site: '(:scope::text[])[1]::uuid',
  totals: [
    [['Earned', 'Ganado'], ({ earned }) => earned],
    [['Reversed', 'Anulado'], ({ takenBack }) => takenBack],
    [['Paid out', 'Pagado'], ({ paidOut }) => paidOut],
    [['Written off', 'Dado de baja'], ({ writtenOff }) => writtenOff],
    [['Owed', 'Pendiente'], ({ owed }) => owed],
    [['In open payouts', 'En pagos en curso'], ({ inPayout }) => inPayout],
    [['Payable', 'Por pagar'], ({ payable }) => payable],
  ],
};

export const balancesCsv = csvColumns<DistributorBalanceAnswer>([
  ['Distributor ID', 'ID del distribuidor', ({ distributorId }) => distributorId],
  ['Distributor', 'Distribuidor', ({ name }, _, language) => personName(name, language)],
  ['Currency', 'Moneda', ({ currency }) => currency],
  ['Earned', 'Ganado', ({ earned }) => earned, 'number'],
  ['Reversed', 'Anulado', ({ takenBack }) => takenBack, 'number'],
  ['Paid out', 'Pagado', ({ paidOut }) => paidOut, 'number'],
  ['Written off', 'Dado de baja', ({ writtenOff }) => writtenOff, 'number'],
  ['Owed', 'Pendiente', ({ owed }) => owed, 'number'],
  ['In open payouts', 'En pagos en curso', ({ inPayout }) => inPayout, 'number'],
  ['Payable', 'Por pagar', ({ payable }) => payable, 'number'],
]);

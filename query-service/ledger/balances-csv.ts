import type { CsvColumn } from '@perktree/contracts/csv';
import type { DistributorBalanceAnswer } from '@perktree/contracts/http/earnings';
import { personName } from '@perktree/contracts/person-name';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    ...{ distributor: 'Distributor', currency: 'Currency', earned: 'Earned', takenBack: 'Reversed' },
    ...{
      paidOut: 'Paid out',
      writtenOff: 'Written off',
      owed: 'Owed',
      inPayout: 'In open payouts',
      payable: 'Payable',
    },
  },
  es: {
    ...{ distributor: 'Distribuidor', currency: 'Moneda', earned: 'Ganado', takenBack: 'Anulado' },
    ...{ paidOut: 'Pagado', writtenOff: 'Dado de baja', owed: 'Pendiente', inPayout: 'En pagos en curso' },
    ...{ payable: 'Por pagar' },
  },
} as const;
const SUMS = ['earned', 'takenBack', 'paidOut', 'writtenOff', 'owed', 'inPayout', 'payable'] as const;

export function balancesCsv(language: CsvLanguage): readonly CsvColumn<DistributorBalanceAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.distributor, value: (row) => personName(row.name, language) },
    { title: words.currency, value: (row) => row.currency },
    ...SUMS.map((sum) => ({ title: words[sum], value: (row: DistributorBalanceAnswer) => row[sum] })),
  ];
}

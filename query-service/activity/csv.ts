import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { ValidationAnswer } from '@perktree/contracts/http/dashboard';
import { personName } from '@perktree/contracts/person-name';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    ...{ redemption: 'Redemption', benefit: 'Benefit', customer: 'Customer', confirmedAt: 'Confirmed', state: 'State' },
    states: { Confirmed: 'Confirmed', Reversed: 'Reversed' },
  },
  es: {
    ...{ redemption: 'Canje', benefit: 'Beneficio', customer: 'Cliente', confirmedAt: 'Confirmado', state: 'Estado' },
    states: { Confirmed: 'Confirmado', Reversed: 'Anulado' },
  },
} as const;

export function validationsCsv(language: CsvLanguage): readonly CsvColumn<ValidationAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.redemption, value: (row) => row.redemptionId },
    { title: words.benefit, value: (row) => benefitLabel(row.benefit, language) },
    { title: words.customer, value: (row) => personName(row.customerName, language) },
    { title: words.confirmedAt, value: (row) => row.confirmedAt },
    { title: words.state, value: (row) => words.states[row.status] },
  ];
}

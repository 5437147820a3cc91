import type { CsvColumn } from '@perktree/contracts/csv';
import type { PayoutAnswer } from '@perktree/contracts/http/payouts';
import { personName } from '@perktree/contracts/person-name';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    payout: 'Payout',
    distributor: 'Distributor',
    amount: 'Amount',
    currency: 'Currency',
    entries: 'Entries',
    state: 'State',
    reference: 'Reference',
    created: 'Created',
    states: {
      processing: 'Processing',
      paid: 'Paid',
      failed: 'Failed',
      cancelled: 'Cancelled',
      written_off: 'Written off',
    },
  },
  es: {
    payout: 'Pago',
    distributor: 'Distribuidor',
    amount: 'Importe',
    currency: 'Moneda',
    entries: 'Comisiones',
    state: 'Estado',
    reference: 'Referencia',
    created: 'Creado',
    states: {
      processing: 'En proceso',
      paid: 'Pagado',
      failed: 'Fallido',
      cancelled: 'Cancelado',
      written_off: 'Dado de baja',
    },
  },
} as const;

export function payoutsCsv(language: CsvLanguage): readonly CsvColumn<PayoutAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.payout, value: (payout) => payout.id },
    { title: words.distributor, value: (payout) => personName(payout.name, language) },
    { title: words.amount, value: (payout) => payout.amount },
    { title: words.currency, value: (payout) => payout.currency },
    { title: words.entries, value: (payout) => payout.entries },
    { title: words.state, value: (payout) => words.states[payout.status] },
    { title: words.reference, value: (payout) => payout.reference },
    { title: words.created, value: (payout) => payout.createdAt },
  ];
}

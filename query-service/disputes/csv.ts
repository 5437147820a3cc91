import type { CsvColumn } from '@perktree/contracts/csv';
import type { DisputeAnswer } from '@perktree/contracts/http/support';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    ...{ redemption: 'Redemption', qr: 'QR', site: 'Site', state: 'State', opened: 'Opened', changed: 'Newest note' },
    ...{ notes: 'Notes', states: { open: 'Open', answered: 'Answered', closed: 'Closed' } },
  },
  es: {
    ...{ redemption: 'Canje', qr: 'QR', site: 'Sitio', state: 'Estado', opened: 'Abierta', changed: 'Última nota' },
    ...{ notes: 'Notas', states: { open: 'Abierta', answered: 'Respondida', closed: 'Cerrada' } },
  },
} as const;

export function disputesCsv(language: CsvLanguage): readonly CsvColumn<DisputeAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.redemption, value: ({ redemptionId }) => redemptionId },
    { title: words.qr, value: ({ title }) => title },
    { title: words.site, value: ({ site }) => site.name },
    { title: words.state, value: ({ state }) => words.states[state] },
    { title: words.opened, value: ({ openedAt }) => openedAt },
    { title: words.changed, value: ({ changedAt }) => changedAt },
    { title: words.notes, value: ({ notes }) => notes },
  ];
}

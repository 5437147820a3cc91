import type { CsvColumn } from '@perktree/contracts/csv';
import type { BlockedDistributorAnswer } from '@perktree/contracts/http/distributors';
import { personName } from '@perktree/contracts/person-name';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: { distributor: 'Distributor', blocked: 'Blocked', reason: 'Reason' },
  es: { distributor: 'Distribuidor', blocked: 'Bloqueado', reason: 'Motivo' },
} as const;

export function blockedCsv(language: CsvLanguage): readonly CsvColumn<BlockedDistributorAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.distributor, value: ({ name }) => personName(name, language) },
    { title: words.blocked, value: ({ blockedAt }) => blockedAt },
    { title: words.reason, value: ({ reason }) => reason },
  ];
}

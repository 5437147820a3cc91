import type { CsvColumn } from '@perktree/contracts/csv';
import type { RefusalAnswer } from '@perktree/contracts/http/site-reports';
import { personName } from '@perktree/contracts/person-name';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    ...{
      at: 'Time',
      person: 'Person',
      actor: 'Tried by',
      attempt: 'Attempt',
      qr: 'QR',
      code: 'Code',
      reason: 'Reason',
    },
    attempts: { scan: 'Scan', redeem: 'Redemption', staffRedeem: 'Redemption at the counter', claim: 'Claim' },
  },
  es: {
    ...{ at: 'Hora', person: 'Persona', actor: 'Lo intentó', attempt: 'Intento', qr: 'QR', code: 'Código' },
    reason: 'Motivo (en inglés)',
    attempts: { scan: 'Escaneo', redeem: 'Canje', staffRedeem: 'Canje en el mostrador', claim: 'Reclamación' },
  },
} as const;

export function refusalsCsv(language: CsvLanguage): readonly CsvColumn<RefusalAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.at, value: (row) => row.at },
    { title: words.person, value: (row) => personName(row.personName, language) },
    { title: words.actor, value: (row) => personName(row.actorName, language) },
    { title: words.attempt, value: (row) => words.attempts[row.command] },
    { title: words.qr, value: (row) => row.qrName },
    { title: words.code, value: (row) => row.code },
    { title: words.reason, value: (row) => row.message },
  ];
}

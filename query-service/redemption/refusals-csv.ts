import { csvColumns, siteTime, type Words } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { RefusalAnswer } from '@perktree/contracts/site/report-calls';

const ATTEMPTS: Readonly<Record<RefusalAnswer['command'], Words>> = {
  scan: ['Scan', 'Escaneo'],
  redeem: ['Redemption', 'Canje'],
  staffRedeem: ['Redemption at the counter', 'Canje en el mostrador'],
  claim: ['Claim', 'Reclamación'],
};

export const refusalsCsv = csvColumns<RefusalAnswer & { readonly actor_id?: string }>([
  ['Time', 'Hora', siteTime((row) => row.at), 'time'],
  ['Person ID', 'ID de la persona', (row) => row.personId],
  ['Person', 'Persona', (row, _, language) => personName(row.personName, language)],
  ['Tried by (ID)', 'Lo intentó (ID)', (row) => row.actor_id ?? null],
  ['Tried by', 'Lo intentó', (row, _, language) => personName(row.actorName, language)],
  ['Attempt', 'Intento', (row, inLanguage) => inLanguage(ATTEMPTS[row.command])],
  ['QR ID', 'ID del QR', (row) => row.qrId],
  ['QR', 'QR', (row) => row.qrName],
  ['Code', 'Código', (row) => row.code],
  ['Reason', 'Motivo (en inglés)', (row) => row.message],
]);

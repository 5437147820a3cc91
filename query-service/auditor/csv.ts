import type { AuditorAnswer } from '@perktree/contracts/auditor/calls';
import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';

const STATES = {
  invited: ['Invited', 'Invitación enviada'],
  active: ['Active', 'Activo'],
  ended: ['Ended', 'Terminado'],
} as const;

export const auditorsCsv = csvColumns<AuditorAnswer>([
  ['Auditor', 'Auditor', ({ id }) => id],
  ['Name', 'Nombre', ({ name }, _, language) => (name === null ? '' : personName(name, language))],
  ['Email', 'Correo electrónico', ({ email }) => email ?? ''],
  ['Status', 'Estado', ({ state }, inLanguage) => inLanguage(STATES[state])],
  ['Invited', 'Invitación', siteTime(({ invitedAt }) => invitedAt), 'time'],
  ['Joined', 'Alta', siteTime(({ joinedAt }) => joinedAt), 'time'],
  ['Until', 'Hasta', siteTime(({ until }) => until), 'time'],
  ['Ended', 'Fin anticipado', siteTime(({ endedAt }) => endedAt), 'time'],
  ['Time zone', 'Zona horaria', ({ timeZone }) => timeZone],
]);

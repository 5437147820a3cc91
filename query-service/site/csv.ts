import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { SiteAnswer, SiteInvitation, StaffAnswer } from '@perktree/contracts/site/calls';

export const sitesCsv = csvColumns<SiteAnswer>([
  ['Site', 'Sitio', ({ id }) => id],
  ['Name', 'Nombre', ({ name }) => name],
  ['Currency', 'Moneda', ({ currency }) => currency],
  [
    'Status',
    'Estado',
    ({ isActive }, inLanguage) => inLanguage(isActive ? ['Active', 'Activo'] : ['Inactive', 'Inactivo']),
  ],
  ['Created', 'Creado', siteTime(({ createdAt }) => createdAt), 'time'],
  ['Time zone', 'Zona horaria', ({ timeZone }) => timeZone],
]);

export const staffCsv = csvColumns<StaffAnswer>([
  ['Name', 'Nombre', ({ name }, _, language) => personName(name, language)],
  ['Email', 'Correo electrónico', ({ email }) => email],
  ['Joined', 'Alta', siteTime(({ joinedAt }) => joinedAt), 'time'],
]);

export const invitationsCsv = csvColumns<SiteInvitation>([
  ['Email', 'Correo electrónico', ({ email }) => email],
  ['Invited', 'Invitación', siteTime(({ invitedAt }) => invitedAt), 'time'],
  ['Expires', 'Caduca', siteTime(({ expiresAt }) => expiresAt), 'time'],
]);

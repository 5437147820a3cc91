import { csvColumns, siteTime } from '@perktree/contracts/csv-columns';
import type { SiteAnswer, SiteInvitation, StaffAnswer } from '@perktree/contracts/http/sites';
import { personName } from '@perktree/contracts/person-name';

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

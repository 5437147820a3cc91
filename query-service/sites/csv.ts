import type { CsvColumn } from '@perktree/contracts/csv';
import type { SiteAnswer, SiteInvitation, StaffAnswer } from '@perktree/contracts/http/sites';
import { personName } from '@perktree/contracts/person-name';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    ...{ site: 'Site', name: 'Name', currency: 'Currency', status: 'Status', created: 'Created' },
    ...{ active: 'Active', inactive: 'Inactive', email: 'Email', joined: 'Joined', invited: 'Invited' },
    ...{ expires: 'Expires' },
  },
  es: {
    ...{ site: 'Sitio', name: 'Nombre', currency: 'Moneda', status: 'Estado', created: 'Creado' },
    ...{ active: 'Activo', inactive: 'Inactivo', email: 'Correo electrónico', joined: 'Alta', invited: 'Invitación' },
    ...{ expires: 'Caduca' },
  },
} as const;

export function sitesCsv(language: CsvLanguage): readonly CsvColumn<SiteAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.site, value: ({ id }) => id },
    { title: words.name, value: ({ name }) => name },
    { title: words.currency, value: ({ currency }) => currency },
    { title: words.status, value: ({ isActive }) => (isActive ? words.active : words.inactive) },
    { title: words.created, value: ({ createdAt }) => createdAt },
  ];
}

export function staffCsv(language: CsvLanguage): readonly CsvColumn<StaffAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.name, value: ({ name }) => personName(name, language) },
    { title: words.email, value: ({ email }) => email },
    { title: words.joined, value: ({ joinedAt }) => joinedAt },
  ];
}

export function invitationsCsv(language: CsvLanguage): readonly CsvColumn<SiteInvitation>[] {
  const words = WORDS[language];
  return [
    { title: words.email, value: ({ email }) => email },
    { title: words.invited, value: ({ invitedAt }) => invitedAt },
    { title: words.expires, value: ({ expiresAt }) => expiresAt },
  ];
}

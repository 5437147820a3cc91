import { type AuditorAnswer, auditorCalls } from '@perktree/contracts/auditor/calls';
import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { personName, searchedName } from '@perktree/contracts/kernel/person-name';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { zoneOfTenant } from '../engine/time-zones.ts';

const STATES = {
  invited: ['Invited', 'Invitación enviada'],
  active: ['Active', 'Activo'],
  ended: ['Ended', 'Terminado'],
} as const;

const auditorsCsv = csvColumns<AuditorAnswer>([
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

/** Under the names of the answer. */
type AuditorRow = Omit<AuditorAnswer, 'name' | 'email' | 'mail' | 'timeZone'> & { readonly tenantId: string | null };

const STATE = `CASE WHEN a.ended_at IS NOT NULL OR a.until <= :now::timestamptz THEN 'ended'
  WHEN a.user_id IS NULL THEN 'invited' ELSE 'active' END`;

/** Searched by name and e-mail address. */
const AUDITORS: Listing<AuditorRow> = {
  columns: `a.auditor_id AS id, a.tenant_id AS "tenantId", a.user_id AS "userId", a.invited_at AS "invitedAt",
    a.expires_at AS "expiresAt", a.joined_at AS "joinedAt", a.until, a.ended_at AS "endedAt", ${STATE} AS state`,
  from: 'read_models.auditors a',
  id: 'a.auditor_id',
  idOf: (row) => row.id,
  textIds: ['a.user_id', 'a.auditor_id::text'],
  filters: Object.fromEntries(['invited', 'active', 'ended'].map((state) => [state, `${STATE} = '${state}'`])),
  sorts: byTime('a.invited_at', (row: AuditorRow) => row.invitedAt),
};

export function mountAuditors(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, accounts } = deps;

  mountListing(app, deps, auditorCalls.auditors, {
    listing: AUDITORS,
    // As the routes that invite: superadmins act for the platform in that role, owners for their business.
    scopeOf: async ({ session: { role, tenantId } }) =>
      tenantId === null || role === 'superadmin'
        ? { condition: ':scope::uuid IS NULL AND a.tenant_id IS NULL', value: null }
        : { condition: 'a.tenant_id = :scope::uuid', value: tenantId },
    itemsOf: async (rows) => {
      const [contacts, invitations, timeZone] = await Promise.all([
        accounts.contacts(rows.flatMap(({ userId }) => userId ?? [])),
        accounts.invitations(rows.map(({ id }) => id)),
        rows[0]?.tenantId ? zoneOfTenant(pool, rows[0].tenantId) : UTC,
      ]);
      return rows.map(({ tenantId: _, ...row }): AuditorAnswer => {
        const contact = row.userId === null ? undefined : contacts.get(row.userId);
        const { email = null, mail = null } = invitations.get(row.id) ?? {};
        const { name = null } = contact ?? {};
        return { ...row, userId: contact ? row.userId : null, name, email: contact?.email ?? email, mail, timeZone };
      });
    },
    csv: auditorsCsv,
    textsOf: async (ids) => {
      const [contacts, invitations] = await Promise.all([accounts.contacts(ids), accounts.invitations(ids)]);
      const people = [...contacts].map(([id, { name, email }]) => [id, `${searchedName(name)}\n${email}`] as const);
      return new Map([...people, ...[...invitations].map(([id, { email }]) => [id, email] as const)]);
    },
  });
}

import { type AuditorAnswer, auditorCalls } from '@perktree/contracts/auditor/calls';
import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
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

type AuditorRow = ReadModelRow<'auditors'> & { readonly state: AuditorAnswer['state'] };

const STATE = `CASE WHEN a.ended_at IS NOT NULL OR a.until <= :now::timestamptz THEN 'ended'
  WHEN a.user_id IS NULL THEN 'invited' ELSE 'active' END`;

/** Searched by name and e-mail address. */
const AUDITORS: Listing<AuditorRow> = {
  columns: `a.*, ${STATE} AS state`,
  from: 'read_models.auditors a',
  id: 'a.auditor_id',
  idOf: (row) => row.auditor_id,
  text: "''",
  kept: ['a.user_id', 'a.auditor_id::text'],
  filters: Object.fromEntries(['invited', 'active', 'ended'].map((state) => [state, `${STATE} = '${state}'`])),
  sorts: byTime('a.invited_at', (row: AuditorRow) => row.invited_at),
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
        accounts.contacts(rows.flatMap(({ user_id }) => user_id ?? [])),
        accounts.invitations(rows.map(({ auditor_id }) => auditor_id)),
        rows[0]?.tenant_id ? zoneOfTenant(pool, rows[0].tenant_id) : UTC,
      ]);
      return rows.map((row): AuditorAnswer => {
        const contact = row.user_id === null ? undefined : contacts.get(row.user_id);
        const invitation = invitations.get(row.auditor_id);
        return {
          id: row.auditor_id,
          state: row.state,
          userId: contact ? row.user_id : null,
          name: contact?.name ?? null,
          email: contact?.email ?? invitation?.email ?? null,
          invitedAt: row.invited_at,
          expiresAt: row.expires_at,
          joinedAt: row.joined_at,
          until: row.until,
          endedAt: row.ended_at,
          mail: invitation?.mail ?? null,
          timeZone,
        };
      });
    },
    csv: auditorsCsv,
    keptTexts: async (ids) => {
      const [contacts, invitations] = await Promise.all([accounts.contacts(ids), accounts.invitations(ids)]);
      const people = [...contacts].map(([id, { name, email }]) => [id, `${searchedName(name)}\n${email}`] as const);
      return new Map([...people, ...[...invitations].map(([id, { email }]) => [id, email] as const)]);
    },
  });
}

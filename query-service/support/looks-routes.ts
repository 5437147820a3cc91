import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { LOOKER_ROLES, type LookAnswer, lookCalls } from '@perktree/contracts/support/look-calls';
import type { ViewReason } from '@perktree/contracts/support/view-as-calls';
import { readableTenants, type Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';

/** Under the names of the answer. */
type LookRow = Omit<LookAnswer, 'viewerName' | 'area' | 'isEverywhere' | 'timeZone'> & {
  readonly tenantId: string | null;
  readonly site_time_zone: string;
};

const REASONS: Readonly<Record<ViewReason, ColumnWords>> = {
  support_request: ['Support request', 'Solicitud de soporte'],
  payment_question: ['Question about payments', 'Consulta sobre pagos'],
  reported_fault: ['Reported fault', 'Fallo notificado'],
  suspected_abuse: ['Suspected abuse', 'Sospecha de abuso'],
  other: ['Other', 'Otro'],
};

const AREAS: ReadonlyMap<string, string> = new Map(
  (Object.values(allCalls) as Call[]).map(({ method, path, tag }) => [`${method} ${path}`, tag]),
);

/** Searched by the name of the viewer, the call, the site and the ids. */
const LOOKS: Listing<LookRow> = {
  columns: `l.look_id AS id, to_char(l.minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, l.looks,
    l.viewer_id AS "viewerId", l.role, l.call, l.tenant_id AS "tenantId", l.site_id AS "siteId", s.name AS "siteName", l.subject,
    l.reason, l.note, ${siteZoneColumn(null)}`,
  from: 'identity.looks l LEFT JOIN read_models.sites s ON s.site_id = l.site_id',
  id: 'l.look_id',
  idOf: (row) => row.id,
  text: `concat_ws(E'\\n', l.call, s.name, CASE WHEN l.tenant_id IS NOT NULL THEN l.subject END)`,
  textIds: ['l.viewer_id'],
  filters: Object.fromEntries(LOOKER_ROLES.map((role) => [role, `l.role = '${role}'`])),
  sorts: byTime('l.minute', (row: LookRow) => row.at),
};

/** In the role of an owner: the own business, also for an account that audits others. */
const tenantsOf = (session: Session) =>
  session.role === 'site_owner' && session.tenantId !== null ? [session.tenantId] : readableTenants(session);

/** Who has looked at the records of a business without owning it. Looks at all businesses concern each of them. */
export function mountLooks(app: FastifyInstance, deps: QueryServiceDeps): void {
  mountListing(app, deps, lookCalls.looks, {
    listing: LOOKS,
    scopeOf: async ({ session }) => ({
      condition: ':scope::uuid[] IS NULL OR l.tenant_id IS NULL OR l.tenant_id = ANY(:scope)',
      value: tenantsOf(session),
    }),
    itemsOf: async (rows, _now, session) => {
      const names = await deps.accounts.displayNames([...new Set(rows.map(({ viewerId }) => viewerId))]);
      const seesAll = tenantsOf(session) === null;
      return rows.map(
        ({ tenantId, site_time_zone, ...row }): LookAnswer => ({
          ...row,
          viewerName: names.get(row.viewerId) ?? DELETED_USER,
          area: AREAS.get(row.call) ?? '',
          isEverywhere: tenantId === null,
          timeZone: site_time_zone ?? UTC,
          subject: tenantId === null && !seesAll ? null : row.subject,
        }),
      );
    },
    csv: csvColumns<LookAnswer>([
      ['Minute', 'Minuto', siteTime(({ at }) => at), 'time'],
      ['Name', 'Nombre', ({ viewerName }, _, language) => personName(viewerName, language)],
      ['Account', 'Cuenta', ({ viewerId }) => viewerId],
      [
        'Role',
        'Función',
        ({ role }, t) => t(role === 'auditor' ? ['Auditor', 'Auditor'] : ['Super Admin', 'Superadministrador']),
      ],
      ['Call', 'Llamada', ({ call }) => call],
      [
        'Site',
        'Sitio',
        ({ siteName, isEverywhere }, t) =>
          siteName ?? (isEverywhere ? t(['All businesses', 'Todos los negocios']) : ''),
      ],
      ['Site id', 'Id del sitio', ({ siteId }) => siteId],
      ['Ids', 'Ids', ({ subject }) => subject],
      ['Reason', 'Motivo', ({ reason }, t) => (reason === null ? '' : t(REASONS[reason]))],
      ['Note', 'Nota', ({ note }) => note],
      ['Looks', 'Consultas', ({ looks }) => looks],
    ]),
  });
}

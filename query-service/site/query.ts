import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { Session } from '@perktree/platform/http/session';
import { byName, byTime, type Listing, type ListScope } from '../engine/listing/listing.ts';
import type { SiteRow } from '../engine/scope.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';

type StaffRow = ReadModelRow<'site_staff'>;

export const SITES: Listing<SiteRow> = {
  columns: `s.*, ${siteZoneColumn(null)}`,
  from: 'read_models.sites s',
  id: 's.site_id',
  idOf: (row) => row.site_id,
  text: `concat_ws(E'\\n', s.name, s.currency)`,
  filters: { active: 's.is_active', inactive: 'NOT s.is_active' },
  sorts: { ...byTime('s.created_at', (row: SiteRow) => row.created_at), name: byName('s.name') },
};

const TENANT = '(:scope::text[])[1]::uuid';
const OF_STAFF = 'SELECT site_id FROM read_models.site_staff WHERE user_id = (:scope::text[])[2] AND is_active';

/** Sites that the caller owns or works at, or audits in that role; all sites for a superadmin. */
export function sitesScope({ role, tenantId, userId, allRoles, audits }: Session): ListScope {
  if (role === 'auditor') {
    const value = audits === undefined ? [] : audits.tenantIds;
    return { condition: ':scope::text[] IS NULL OR s.tenant_id = ANY(:scope::uuid[])', value };
  }
  const scope = (condition: string): ListScope => ({ condition, value: [tenantId, userId] });
  if (role === 'superadmin') return scope(':scope::text[] IS NOT NULL');
  // An `OR` of both would read every tenant's sites.
  if (tenantId === null) return scope(`s.site_id IN (${OF_STAFF})`);
  if (!allRoles.includes('staff')) return scope(`s.tenant_id = ${TENANT}`);
  return scope(`s.site_id IN (SELECT site_id FROM read_models.sites WHERE tenant_id = ${TENANT} UNION ${OF_STAFF})`);
}

const { newest, oldest } = byTime('w.joined_at', (row: StaffRow) => row.joined_at);

/** Active staff of a site; searched by name and email address. */
export const STAFF: Listing<StaffRow> = {
  columns: `w.*, ${siteZoneColumn('w.site_id')}`,
  from: 'read_models.site_staff w',
  where: 'w.is_active',
  id: 'w.staff_id',
  idType: 'text',
  idOf: (row) => row.staff_id,
  textIds: ['w.user_id'],
  sorts: { oldest, newest },
};

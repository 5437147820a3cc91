import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';

/** SQL of the time zone of a site. @param alias of `read_models.sites` */
export const zoneSql = (alias: string) => `coalesce(${alias}.configuration::json->>'timeZone', '${UTC}')`;

/** A column of a list, by which its CSV has times of the site. @param siteId SQL, or null where the sites are joined as `s` */
export const siteZoneColumn = (siteId: string | null): string =>
  siteId === null
    ? `${zoneSql('s')} AS site_time_zone`
    : `(SELECT ${zoneSql('z')} FROM read_models.sites z WHERE z.site_id = ${siteId}) AS site_time_zone`;

/**
 * The time zone of a view over several sites: the one that all of them have, otherwise UTC. So the figures of a business in one
 * zone are those of its sites.
 * @param sites SQL of the ids of the sites, of `:id`
 */
async function sharedZone(pool: Pool, sites: string, id: string): Promise<string> {
  const [first, second] = await select<{ zone: string }>(
    pool,
    `SELECT DISTINCT ${zoneSql('s')} AS zone FROM read_models.sites s WHERE s.site_id IN (${sites}) LIMIT 2`,
    { id },
  );
  return first === undefined || second !== undefined ? UTC : first.zone;
}

const OF_TENANTS = `SELECT site_id FROM read_models.sites WHERE tenant_id = ANY(string_to_array(:id, ',')::uuid[])`;

export const zoneOfTenant = (pool: Pool, tenantId: string): Promise<string> =>
  sharedZone(pool, 'SELECT site_id FROM read_models.sites WHERE tenant_id = :id::uuid', tenantId);

/** Of the sites of a distributor's QRs, and of those on which the distributor has earned. */
export const zoneOfDistributor = (pool: Pool, distributorId: string): Promise<string> =>
  sharedZone(
    pool,
    `SELECT site_id FROM read_models.qrs WHERE owner_id = :id
     UNION SELECT site_id FROM read_models.earnings WHERE distributor_id = :id`,
    distributorId,
  );

/** The time zone of what the active role sees. Of the whole installation: UTC. */
export async function zoneOf(pool: Pool, { role, tenantId, userId, audits }: Session): Promise<string> {
  switch (role) {
    case 'superadmin':
      return UTC;
    case 'site_owner':
      return tenantId === null ? UTC : zoneOfTenant(pool, tenantId);
    case 'auditor':
      return audits?.tenantIds ? sharedZone(pool, OF_TENANTS, audits.tenantIds.join(',')) : UTC;
    case 'distributor':
      return zoneOfDistributor(pool, userId);
    case 'staff':
      return sharedZone(pool, 'SELECT site_id FROM read_models.site_staff WHERE user_id = :id AND is_active', userId);
    case 'customer':
      return sharedZone(pool, 'SELECT site_id FROM read_models.scans WHERE customer_id = :id', userId);
  }
}

import { Refused } from '@perktree/contracts/kernel/refusals';
import { coversSites, type KeyCaller } from '@perktree/platform/http/key-caller';
import type { Pool } from 'pg';
import type { ListScope } from '../engine/listing/listing.ts';
import type { SiteRow } from '../engine/scope.ts';
import { select } from '../engine/sql.ts';

/** A site of the key. @throws Refused API_KEY_SITE_NOT_ALLOWED, for unknown sites too */
export async function siteOfKey(pool: Pool, { tenantId, siteIds }: KeyCaller, siteId: string): Promise<SiteRow> {
  const [site] = coversSites(siteIds, [siteId])
    ? await select<SiteRow>(
        pool,
        'SELECT * FROM read_models.sites WHERE site_id = $1 AND tenant_id = $2',
        [siteId, tenantId],
        'site-of-key',
      )
    : [];
  if (site === undefined) throw new Refused('API_KEY_SITE_NOT_ALLOWED');
  return site;
}

/** All sites of the key. @param alias of a table with the columns `tenant_id` and `site_id` */
export function sitesOfKey({ tenantId, siteIds }: KeyCaller, alias: string): ListScope {
  const isOwn = `${alias}.tenant_id = (:scope::uuid[])[1]`;
  if (siteIds === null) return { condition: isOwn, value: [tenantId] };
  return { condition: `${isOwn} AND ${alias}.site_id = ANY((:scope::uuid[])[2:])`, value: [tenantId, ...siteIds] };
}

import type { Currency } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { readsTenant, type Session } from '@perktree/platform/http/session';
import type { AuditServiceDeps } from './deps.ts';

/** The site, if the caller may read all of it. @throws Refused SITE_NOT_FOUND also for callers without that right */
export async function ownedSite(
  { pool }: Pick<AuditServiceDeps, 'pool'>,
  siteId: string,
  session: Session,
): Promise<{ readonly name: string; readonly currency: Currency }> {
  const { rows } = await pool.query<{ tenant_id: string; name: string; currency: Currency }>(
    'SELECT tenant_id, name, currency FROM read_models.sites WHERE site_id = $1',
    [siteId],
  );
  const [row] = rows;
  if (row === undefined || !readsTenant(session, row.tenant_id)) throw new Refused('SITE_NOT_FOUND');
  return { name: row.name, currency: row.currency };
}

/** The time zone of a site; UTC if it is not known yet. */
export async function zoneOfSite({ pool }: Pick<AuditServiceDeps, 'pool'>, siteId: string): Promise<string> {
  const { rows } = await pool.query<{ zone: string | null }>(
    `SELECT configuration::json->>'timeZone' AS zone FROM read_models.sites WHERE site_id = $1`,
    [siteId],
  );
  return rows[0]?.zone ?? UTC;
}

import type { Currency } from '@perktree/contracts/money';
import { Refused } from '@perktree/contracts/refusals';
import type { Session } from '@perktree/platform/http/session';
import { readsTenant, signedIn } from './access.ts';
import type { AuditServiceDeps } from './deps.ts';

/** The site, for whoever may read everything of it. @throws Refused SITE_NOT_FOUND, for anybody else, too */
export async function ownSite(
  { pool }: Pick<AuditServiceDeps, 'pool'>,
  siteId: string,
  session: Session | null,
): Promise<{ readonly currency: Currency }> {
  const { rows } = await pool.query<{ tenant_id: string; currency: Currency }>(
    'SELECT tenant_id, currency FROM read_models.sites WHERE site_id = $1',
    [siteId],
  );
  const [row] = rows;
  if (row === undefined || !readsTenant(signedIn(session), row.tenant_id)) throw new Refused('SITE_NOT_FOUND');
  return { currency: row.currency };
}

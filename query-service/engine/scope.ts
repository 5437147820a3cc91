import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { readableTenants, type Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import type { ListScope } from './listing/listing.ts';

export type SiteRow = ReadModelRow<'sites'>;

/** The session of a call that requires one. @throws Refused NOT_SIGNED_IN */
export function signedIn(session: Session | null): Session {
  if (session === null) throw new Refused('NOT_SIGNED_IN');
  return session;
}

/** The active role if it is one of `roles`, else the first of `roles` that the account holds. */
export function roleAmong<R extends Role>(session: Session, roles: readonly [R, ...R[]]): R {
  return (
    roles.find((role) => role === session.role) ?? roles.find((role) => session.allRoles.includes(role)) ?? roles[0]
  );
}

/** A site that the caller may read: see `readableTenants`. @throws Refused 404 for any other */
export async function readableSite(pool: Pool, session: Session, siteId: string): Promise<SiteRow> {
  const [site] = await select<SiteRow>(
    pool,
    `SELECT * FROM read_models.sites WHERE site_id = $1 AND ($2::uuid[] IS NULL OR tenant_id = ANY($2))`,
    [siteId, readableTenants(session)],
    'readable-site',
  );
  if (site === undefined) throw new Refused('SITE_NOT_FOUND');
  return site;
}

/**
 * The rows of the tenants that the caller may read. @param tenantId the column with the id of a row's tenant
 */
export function ofReadableTenants(session: Session, tenantId: string): ListScope {
  return { condition: `:scope::text[] IS NULL OR ${tenantId} = ANY(:scope::uuid[])`, value: readableTenants(session) };
}

/** `scopeOf` of a list of the path's site. @param siteId the column with the id of a row's site */
export function ofReadableSite(pool: Pool, siteId: string) {
  return async ({ params, session }: SiteCaller): Promise<ListScope> => {
    const { site_id } = await readableSite(pool, session, params.siteId);
    return { condition: `${siteId} = :scope::uuid`, value: site_id };
  };
}

interface SiteCaller {
  readonly params: { readonly siteId: string };
  readonly session: Session;
}

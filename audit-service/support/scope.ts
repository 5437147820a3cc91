import type { Session } from '@perktree/platform/http/session';

/** The tenant whose records a caller may read; null for all tenants. */
export interface SupportScope {
  readonly tenantId: string | null;
}

/**
 * A superadmin reads all records, a site owner those of their own sites.
 * @param session holds one of the two roles
 */
export function scopeOf(session: Session): SupportScope {
  return { tenantId: session.allRoles.includes('superadmin') ? null : (session.tenantId ?? NO_TENANT) };
}

/** A site owner without a tenant owns nothing: no tenant has the nil UUID. */
const NO_TENANT = '00000000-0000-0000-0000-000000000000';

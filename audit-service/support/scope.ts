import type { Session } from '@perktree/platform/http/session';

/** Whose things somebody may look into: those of one tenant; null: everybody's. */
export interface SupportScope {
  readonly tenantId: string | null;
}

/**
 * A superadmin sees everything, a site owner what is of the own sites.
 * @param session of somebody who holds one of the two roles
 */
export function scopeOf(session: Session): SupportScope {
  return { tenantId: session.allRoles.includes('superadmin') ? null : (session.tenantId ?? NO_TENANT) };
}

/** A site owner without a tenant owns nothing; the nil UUID is nobody's. */
const NO_TENANT = '00000000-0000-0000-0000-000000000000';

import type { Session } from '@perktree/platform/http/session';

/** Whether the caller owns the tenant or may read all tenants. */
export function readsTenant(session: Session, tenantId: string): boolean {
  if (session.allRoles.includes('superadmin')) return true;
  return session.allRoles.includes('site_owner') && session.tenantId === tenantId;
}

import { Refused } from '@perktree/contracts/refusals';
import type { Session } from '@perktree/platform/http/session';

/** The session of a call that only the signed-in may make; mountCall has checked it. */
export function signedIn(session: Session | null): Session {
  if (session === null) throw new Refused('NOT_SIGNED_IN');
  return session;
}

/** The caller owns the tenant, or may read everybody's. */
export function readsTenant(session: Session, tenantId: string): boolean {
  if (session.allRoles.includes('superadmin')) return true;
  return session.allRoles.includes('site_owner') && session.tenantId === tenantId;
}

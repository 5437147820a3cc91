import { ROLES, type Role } from '@perktree/contracts/envelope';

const ADMINS: readonly Role[] = ['site_owner', 'distributor', 'staff', 'superadmin'];

/** Which active roles see a route (specification 2.1). The server decides everything; this only spares a dead end. */
export const ROUTE_ROLES = {
  '/': ADMINS,
  '/dashboard': ADMINS,
  '/my-scans': ['customer'],
  '/earnings': ['customer'],
  '/qr-management': ['site_owner', 'distributor'],
  '/qr-management/print': ['site_owner', 'distributor'],
  '/qr-management/bulk': ['site_owner'],
  '/sites': ['site_owner'],
  '/sites/:siteId/redemptions': ['site_owner'],
  '/sites/:siteId/flags': ['site_owner'],
  '/sites/:siteId/audit': ['site_owner', 'superadmin'],
  '/sites/:siteId/history': ['site_owner', 'superadmin'],
  '/audit': ['superadmin'],
  '/support': ['site_owner', 'superadmin'],
  '/support/:kind/:id': ['site_owner', 'superadmin'],
  '/payouts': ['site_owner', 'distributor'],
  '/staff-validation': ['site_owner', 'staff'],
  '/subscription': ['site_owner'],
  '/checkout/:sessionId': ['site_owner'],
  '/admin/queues': ['superadmin'],
  '/admin/projections': ['superadmin'],
  '/account': ROLES,
} as const satisfies Record<string, readonly Role[]>;
export type GuardedPath = keyof typeof ROUTE_ROLES;

export type Passage = 'wait' | 'allow' | 'sign-in' | '/mobile-scanner' | '/';

/** What becomes of somebody who opens a route: in, to sign in, or to the home of their role. */
export function passage(path: GuardedPath, auth: { readonly isLoading: boolean; readonly role: Role | null }): Passage {
  if (auth.isLoading) return 'wait';
  if (auth.role === null) return 'sign-in';
  const allowed: readonly Role[] = ROUTE_ROLES[path];
  if (allowed.includes(auth.role)) return 'allow';
  return auth.role === 'customer' ? '/mobile-scanner' : '/';
}

/** The first of somebody's roles that sees a route. */
export function roleFor(path: GuardedPath, held: readonly Role[]): Role | undefined {
  const allowed: readonly Role[] = ROUTE_ROLES[path];
  return ROLES.find((role) => held.includes(role) && allowed.includes(role));
}

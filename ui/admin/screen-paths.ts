import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';

/** Paths of the screens that need no account. */
export const OPEN_PATHS = ['/staff-invitations/:token', '/auditor-invitations/:token', '/mobile-scanner'] as const;

const CUSTOMER: readonly Role[] = ['customer'];
const OWNER: readonly Role[] = ['site_owner'];
const OPERATOR: readonly Role[] = ['superadmin'];
const EARNERS: readonly Role[] = ['site_owner', 'distributor'];
const COUNTER: readonly Role[] = ['site_owner', 'staff'];
/** Of the records of a business. */
const READERS: readonly Role[] = ['site_owner', 'superadmin', 'auditor'];
const PAYOUT_READERS: readonly Role[] = ['distributor', ...READERS];
const OWNER_OR_OPERATOR: readonly Role[] = ['site_owner', 'superadmin'];
const ADMINS: readonly Role[] = ['site_owner', 'distributor', 'staff', 'superadmin'];

/** Active roles that may open a screen, by its path. The server authorizes each call independently. */
export const SCREEN_ROLES = {
  '/': ADMINS,
  '/dashboard': ADMINS,
  '/my-scans': CUSTOMER,
  '/earnings': CUSTOMER,
  '/qr-management': EARNERS,
  '/qr-management/print': EARNERS,
  '/qr-management/tree': EARNERS,
  '/qr-management/bulk': OWNER,
  '/sites': OWNER,
  '/sites/:siteId/redemptions': OWNER,
  '/sites/:siteId/brand': OWNER,
  '/sites/:siteId/flags': OWNER,
  '/sites/:siteId/audit': READERS,
  '/sites/:siteId/history': READERS,
  '/audit': READERS,
  '/audit/heads': READERS,
  '/audit/entries/:entryId': READERS,
  '/support': READERS,
  '/support/tenants': OPERATOR,
  '/support/tenants/:tenantId': OPERATOR,
  '/support/:kind/:id': READERS,
  '/payouts': EARNERS,
  '/approvals': COUNTER,
  '/payouts/:payoutId': PAYOUT_READERS,
  '/staff-validation': COUNTER,
  '/subscription': OWNER,
  '/checkout/:sessionId': OWNER,
  '/admin/queues': OPERATOR,
  '/admin/projections': OPERATOR,
  '/webhooks': OWNER,
  '/api-keys': OWNER,
  '/auditors': OWNER_OR_OPERATOR,
  '/looks': READERS,
  '/files': ROLES,
  '/account': ROLES,
} as const satisfies Record<string, readonly Role[]>;
export type GuardedPath = keyof typeof SCREEN_ROLES;

const PATTERNS = [...OPEN_PATHS, ...Object.keys(SCREEN_ROLES)].map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
);

/** Whether the application has a screen at the path. The server answers 404 for the others. */
export const isScreenPath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));

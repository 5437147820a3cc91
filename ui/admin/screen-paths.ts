/** Routes of the screens that need no account (screens.ts). The server reads this file, so it imports no screen. */
export const OPEN_PATHS = ['/staff-invitations/:token', '/auditor-invitations/:token', '/mobile-scanner'] as const;

/** Routes of the screens that need an account. */
export const GUARDED_PATHS = [
  '/',
  '/dashboard',
  '/qr-management',
  '/qr-management/print',
  '/qr-management/tree',
  '/qr-management/bulk',
  '/sites',
  '/sites/:siteId/redemptions',
  '/sites/:siteId/brand',
  '/sites/:siteId/flags',
  '/sites/:siteId/audit',
  '/sites/:siteId/history',
  '/payouts',
  '/payouts/:payoutId',
  '/staff-validation',
  '/approvals',
  '/subscription',
  '/checkout/:sessionId',
  '/audit',
  '/audit/heads',
  '/audit/entries/:entryId',
  '/support',
  '/support/tenants',
  '/support/tenants/:tenantId',
  '/support/:kind/:id',
  '/admin/queues',
  '/admin/projections',
  '/my-scans',
  '/earnings',
  '/webhooks',
  '/api-keys',
  '/auditors',
  '/looks',
  '/files',
  '/account',
] as const;

const PATTERNS = [...OPEN_PATHS, ...GUARDED_PATHS].map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
);

/** Whether the application has a screen at the path. The server answers 404 for the others. */
export const isScreenPath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));

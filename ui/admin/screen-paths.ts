/** Paths of the screens that need no account. */
export const OPEN_PATHS = ['/staff-invitations/:token', '/auditor-invitations/:token', '/mobile-scanner'] as const;

/** Paths of the screens that need an account. */
export const GUARDED_PATHS = [
  '/',
  '/dashboard',
  '/my-scans',
  '/earnings',
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
  '/audit',
  '/audit/heads',
  '/audit/entries/:entryId',
  '/support',
  '/support/tenants',
  '/support/tenants/:tenantId',
  '/support/:kind/:id',
  '/payouts',
  '/approvals',
  '/payouts/:payoutId',
  '/staff-validation',
  '/subscription',
  '/checkout/:sessionId',
  '/admin/queues',
  '/admin/projections',
  '/webhooks',
  '/api-keys',
  '/auditors',
  '/looks',
  '/files',
  '/account',
] as const;
export type GuardedPath = (typeof GUARDED_PATHS)[number];

const PATTERNS = [...OPEN_PATHS, ...GUARDED_PATHS].map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
);

/** Whether the application has a screen at the path. The server answers 404 for the others. */
export const isScreenPath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));

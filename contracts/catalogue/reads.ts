/**
 * Reads by POST, because their input may be personal, and URLs end up in logs and histories; or because it is too long for a
 * URL. They go to query services, wait for a position, and take no idempotency key, as reads by GET do.
 */
export const READS_BY_POST: ReadonlySet<string> = new Set(['/api/support/search', '/api/print-sheets']);

/**
 * Reads that command services answer, because they own the data: accounts, invitations, API keys, webhook endpoints, pictures,
 * plans, checkouts and queues; and the preview of payouts, which command services compute. Each is a pattern that includes all paths below it.
 */
export const READS_OF_COMMANDS: readonly string[] = [
  '/api/admin',
  '/api/auth',
  '/api/login',
  '/api/logout',
  '/api/me/invoices',
  '/api/me/plan',
  '/api/api-keys',
  '/api/v1',
  '/api/offline-checkout',
  '/api/oidc',
  '/api/pictures',
  '/api/webhook-endpoints',
  '/api/webhooks',
  '/api/unsubscribe',
  '/api/sites/[^/]+/qrs/[^/]+/distributor-invitations',
  '/api/sites/[^/]+/payout-preview',
  '/api/sites/[^/]+/approvals',
  '/api/staff-invitations',
  '/api/support/data-requests',
  '/api/auditor-invitations',
];

/** @param path of the call, without a query string; calls in the set have no parameters in theirs */
export function isRead(method: string, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && READS_BY_POST.has(path));
}

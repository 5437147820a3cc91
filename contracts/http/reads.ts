/**
 * Reads by POST: what a person types there may be personal, and URLs are kept in logs and histories. They go to query
 * services, wait for a position, and take no idempotency key, as reads by GET do.
 */
export const READS_BY_POST: ReadonlySet<string> = new Set(['/api/support/search']);

/** Reads that command services answer, each with all paths below it: they keep accounts, plans, checkouts and queues. */
export const READS_OF_COMMANDS: readonly string[] = [
  ...['/api/admin', '/api/auth', '/api/login', '/api/logout', '/api/me/invoices', '/api/me/plan'],
  ...['/api/offline-checkout', '/api/oidc', '/api/webhooks'],
];

/** @param path of the call, without a query string; calls in the set have no parameters in theirs */
export function isRead(method: string, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && READS_BY_POST.has(path));
}

/**
 * Reads by POST: what a person types there may be personal, and URLs are kept in logs and histories. They go to query
 * services, wait for a position, and take no idempotency key, as reads by GET do.
 */
const READS_BY_POST: ReadonlySet<string> = new Set(['/api/support/search']);

/** @param path of the call, without a query string; calls in the set have no parameters in theirs */
export function isRead(method: string, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && READS_BY_POST.has(path));
}

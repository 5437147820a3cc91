import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPrivate } from '../http/private-networks.ts';
import type { MetricsRegistry } from './registry.ts';

/** One label for all unknown paths, because clients can invent any number of them. */
const NO_ROUTE = 'none';

/** Counts and times every request by route template. Install it before the routes. */
export function installHttpMetrics(app: FastifyInstance, registry: MetricsRegistry): void {
  const requests = registry.counter('perktree_http_requests_total', 'Requests answered, by route template.');
  const seconds = registry.histogram('perktree_http_request_duration_seconds', 'Time from request to answer.');
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { url: route = NO_ROUTE } = request.routeOptions;
    const { statusCode: status, elapsedTime: milliseconds } = reply;
    requests.add({ method, route, status: String(status) });
    seconds.observe({ method, route }, milliseconds / 1000);
    // The template, since paths hold tokens.
    request.log.debug({ method, route, status, milliseconds }, 'answered');
    done();
  });
}

/** Headers of a proxied request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * `GET /metrics` for a scraper on the same machine or a private network. Other clients and proxied requests get 404,
 * because operational figures are internal.
 * @param update refreshes metrics that are measured on reading; must not fail
 */
export function mountMetrics(app: FastifyInstance, registry: MetricsRegistry, update: () => Promise<void>): void {
  app.get('/metrics', async (request, reply) => {
    if (!isOwnMachine(request)) throw new Refused('NOT_FOUND');
    await update();
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(registry.text());
  });
}

function isOwnMachine({ headers, ip }: FastifyRequest): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  return isPrivate(ip);
}

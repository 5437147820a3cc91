import type { FastifyInstance } from 'fastify';
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

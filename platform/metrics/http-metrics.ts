import type { FastifyInstance } from 'fastify';
import type { MetricsRegistry } from './registry.ts';

/** One label for all unknown paths, because clients can invent any number of them. */
const NO_ROUTE = 'none';

/** Counts and times every request by route template. Install it before the routes. */
export function installHttpMetrics(app: FastifyInstance, registry: MetricsRegistry): void {
  const requests = registry.counter('perktree_http_requests_total', 'Requests answered, by route template.');
  const seconds = registry.histogram('perktree_http_request_duration_seconds', 'Time from request to answer.');
  const known = new Map<string, (answeredInSeconds: number) => void>();
  const countOf = (method: string, route: string, status: number) => {
    const [add, observe] = [requests.of({ method, route, status: String(status) }), seconds.of({ method, route })];
    return (answeredInSeconds: number) => {
      add(1);
      observe(answeredInSeconds);
    };
  };
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { url: route = NO_ROUTE } = request.routeOptions;
    const { statusCode: status, elapsedTime: milliseconds } = reply;
    const key = `${method} ${status} ${route}`;
    const count = known.get(key) ?? countOf(method, route, status);
    known.set(key, count);
    count(milliseconds / 1000);
    // The template, since paths hold tokens.
    request.log.debug({ method, route, status, milliseconds }, 'answered');
    done();
  });
}

import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPrivate } from '../http/private-networks.ts';
import type { MetricsRegistry } from './registry.ts';

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

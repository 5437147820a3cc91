import type { ProjectorLag } from '@perktree/projector/lag';
import type { FastifyInstance } from 'fastify';

/** Events that the read models may be behind the store before the product no longer counts as ready. */
const MOST_LAG = 5_000;

/**
 * `/healthz`: the process is alive. `/readyz`: its stores answer and the read models keep up, measured against the store's
 * head, so that a projector that has stopped cannot look healthy.
 */
export function mountHealth(app: FastifyInstance, lagNow: () => Promise<ProjectorLag>): void {
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const { behind, failed } = await lagNow();
      const status = failed.length > 0 ? 'failed' : Number(behind) > MOST_LAG ? 'behind' : 'ready';
      return reply
        .status(status === 'ready' ? 200 : 503)
        .send({ status, lag: Number(behind), failed: failed.map(({ name }) => name) });
    } catch (err) {
      request.log.warn({ err }, 'not ready');
      return reply.status(503).header('Retry-After', 1).send({ status: 'unavailable' });
    }
  });
}

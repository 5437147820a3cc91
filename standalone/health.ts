import type { ProjectorLag } from '@perktree/projector/lag';
import type { FastifyInstance } from 'fastify';

/** Events that the read models may be behind the store before the product no longer counts as ready. */
const MOST_LAG = 5_000;

export interface Readiness {
  readonly status: string;
  readonly ready: boolean;
  readonly [more: string]: unknown;
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can do what it is there for.
 * @param readiness throws where something that it needs does not answer
 */
export function mountHealth(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const { ready, ...said } = await readiness();
      return reply.status(ready ? 200 : 503).send(said);
    } catch (err) {
      request.log.warn({ err }, 'not ready');
      return reply.status(503).header('Retry-After', 1).send({ status: 'unavailable' });
    }
  });
}

/**
 * Of whoever projects: its stores answer and the read models keep up, measured against the store's head, so that a
 * projector that has stopped cannot look healthy.
 */
export function projectionsReadiness(lagNow: () => Promise<ProjectorLag>): () => Promise<Readiness> {
  return async () => {
    const { behind, failed } = await lagNow();
    const status = failed.length > 0 ? 'failed' : Number(behind) > MOST_LAG ? 'behind' : 'ready';
    return { status, ready: status === 'ready', lag: Number(behind), failed: failed.map(({ name }) => name) };
  };
}

/** Of services beside the projector: their stores answer. How far the read models are is the projector's to answer for. */
export function storesReadiness(lagNow: () => Promise<ProjectorLag>): () => Promise<Readiness> {
  return async () => {
    const { behind } = await lagNow();
    return { status: 'ready', ready: true, lag: Number(behind) };
  };
}

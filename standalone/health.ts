import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import { warnOfFailure } from '@perktree/platform/outages/failure-log';
import type { ProjectorLag } from '@perktree/projector/lag';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Events that the read models may be behind the store before the product no longer counts as ready. */
const MOST_LAG = 5_000;
/** Seconds that an event may wait for its projection: ten times what a restart of a projector takes. */
const MOST_LAG_SECONDS = 60;
/** The gateway's health check waits for 600 ms, and a queue that is away must not take command services out. */
const QUEUE_ANSWER_MS = 250;

export interface Readiness {
  readonly status: string;
  readonly ready: boolean;
  readonly [more: string]: unknown;
}
type ReadReadiness = () => Promise<Readiness>;

/**
 * `/healthz`: the process is alive. `/readyz`: it can do what it is there for.
 * @param readiness throws where something that it needs does not answer
 */
export function mountHealth(app: FastifyInstance, readiness: ReadReadiness): void {
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const { ready, ...said } = await readiness();
      return reply.status(ready ? 200 : 503).send(said);
    } catch (err) {
      warnOfFailure(app.log, err, 'not ready', { correlationId: request.id });
      return reply.status(503).header('Retry-After', 1).send({ status: 'unavailable' });
    }
  });
}

/**
 * Of processes that project: their stores answer and the read models keep up, measured against the store's head, so that
 * a projector that has stopped cannot look healthy.
 */
export function projectionsReadiness(lagNow: () => Promise<ProjectorLag>): ReadReadiness {
  return async () => {
    const lag = await lagNow();
    const status = lag.failed.length > 0 ? 'failed' : isBehind(lag) ? 'behind' : 'ready';
    return { status, ready: status === 'ready', ...amounts(lag), failed: lag.failed.map(({ name }) => name) };
  };
}

/** Of query services: the stores answer, and what the read models show is recent. */
export function queriesReadiness(lagNow: () => Promise<ProjectorLag>): ReadReadiness {
  return async () => {
    const lag = await lagNow();
    const status = lag.seconds > MOST_LAG_SECONDS ? 'behind' : 'ready';
    return { status, ready: status === 'ready', ...amounts(lag) };
  };
}

/** Of command services: their stores answer. How far the read models are is the projector's to answer for. */
export function storesReadiness(lagNow: () => Promise<ProjectorLag>): ReadReadiness {
  return async () => ({ status: 'ready', ready: true, ...amounts(await lagNow()) });
}

/** Besides, of processes that append and that run jobs. Without the queue commands go on, so it is only named. */
export function writesReadiness(
  readiness: ReadReadiness,
  {
    metrics,
    board,
  }: { readonly metrics: Pick<Metrics, 'isDiskFull'>; readonly board: Pick<QueueBoard, 'isReachable'> },
): ReadReadiness {
  return async () => {
    const isReachable = Promise.race([board.isReachable(), sleep(QUEUE_ANSWER_MS, false)]);
    const [said, reachable] = await Promise.all([readiness(), isReachable]);
    const queue = reachable ? 'reachable' : 'unreachable';
    return metrics.isDiskFull() ? { ...said, status: 'disk full', ready: false, queue } : { ...said, queue };
  };
}

const isBehind = ({ behind, seconds }: ProjectorLag) => Number(behind) > MOST_LAG || seconds > MOST_LAG_SECONDS;
const amounts = ({ behind, seconds }: ProjectorLag) => ({ lag: Number(behind), lagSeconds: seconds });

import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import { warnOfFailure } from '@perktree/platform/outages';
import { systemTimers } from '@perktree/platform/time/timers';
import type { ProjectorLag } from '@perktree/projector/engine/live/lag';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Above this lag in events, the product is not ready. */
const MAX_LAG_EVENTS = 5_000;
/** Above this lag in seconds, the product is not ready: ten times the restart of a projector. */
const MAX_LAG_SECONDS = 60;
/** Below the 600 ms of the gateway's health check: an unavailable queue must not take command services out. */
const QUEUE_ANSWER_MS = 250;

interface Readiness {
  readonly status: string;
  readonly ready: boolean;
  readonly [more: string]: unknown;
}
type ReadReadiness = () => Promise<Readiness>;

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests.
 * @param readiness throws if a store does not answer
 */
export function mountHealth(app: FastifyInstance, readiness: ReadReadiness): void {
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const { ready, ...said } = await readiness();
      return ready ? reply.send(said) : notReady(reply).send(said);
    } catch (err) {
      warnOfFailure(app.log, err, 'not ready', { correlationId: request.id });
      return notReady(reply).send({ status: 'unavailable' });
    }
  });
}

const notReady = (reply: FastifyReply) => reply.status(503).header('Retry-After', 1);

/**
 * For processes that project. Ready if the stores answer and the read models keep up with the head of the event store, so a
 * stopped projector is not ready.
 */
export function projectionsReadiness(lagNow: () => Promise<ProjectorLag>): ReadReadiness {
  return async () => {
    const lag = await lagNow();
    const { failed, paused } = lag;
    const stopped = failed.length > 0 ? 'failed' : isBehind(lag) ? 'behind' : null;
    // A paused read model is an operator's wish: the process stays ready for the others.
    const status = stopped ?? (paused.length > 0 ? 'paused' : 'ready');
    return { status, ready: stopped === null, ...amounts(lag), failed: failed.map(({ name }) => name), paused };
  };
}

/** For query services. Ready if the stores answer and the read models are recent. */
export function queriesReadiness(lagNow: () => Promise<ProjectorLag>): ReadReadiness {
  return async () => {
    const lag = await lagNow();
    const status = lag.seconds > MAX_LAG_SECONDS ? 'behind' : 'ready';
    return { status, ready: status === 'ready', ...amounts(lag) };
  };
}

/** For command services. Ready if the stores answer. The readiness of projectors covers the lag of read models. */
export function storesReadiness(lagNow: () => Promise<ProjectorLag>): ReadReadiness {
  return async () => ({ status: 'ready', ready: true, ...amounts(await lagNow()) });
}

/** Adds the disk and the job queue. Commands work without the queue, so it is only reported. */
export function writesReadiness(
  readiness: ReadReadiness,
  { metrics, board }: { readonly metrics: Pick<Metrics, 'isDiskFull'>; readonly board: Pick<QueueBoard, 'readState'> },
): ReadReadiness {
  return async () => {
    const state = Promise.race([
      board.readState(),
      systemTimers.sleep(QUEUE_ANSWER_MS).then(() => 'unreachable' as const),
    ]);
    const [said, queue] = await Promise.all([readiness(), state]);
    return metrics.isDiskFull() ? { ...said, status: 'disk full', ready: false, queue } : { ...said, queue };
  };
}

const isBehind = ({ behind, seconds }: ProjectorLag) => Number(behind) > MAX_LAG_EVENTS || seconds > MAX_LAG_SECONDS;
const amounts = ({ behind, seconds }: ProjectorLag) => ({ lag: Number(behind), lagSeconds: seconds });

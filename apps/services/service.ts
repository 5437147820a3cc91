import { createLogger, lineOf } from '@perktree/platform/process/log';
import { openParts, runProgram, stopOnSignals } from '@perktree/platform/process/run-program';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyInstance } from 'fastify';
import { readConfiguration } from '../parts/configuration/configuration.ts';
import type { Setting } from '../parts/configuration/environment.ts';
import { openProcess, type ProcessContext } from '../parts/http.ts';

/** One of the product's services, in its own process. */
export interface Service {
  /** Its name in compose files, logs and `application_name` of database connections. */
  readonly name: string;
  /** Default of PORT. */
  readonly port: number;
  readonly required: readonly Setting[];
  /** Opens its parts; the service listens afterwards. */
  open(context: ProcessContext): Promise<void>;
}

/**
 * Time for which a stopping service still accepts requests. The gateway checks readiness every 500 ms with a timeout of
 * 600 ms (apps/services/gateway/haproxy.cfg).
 */
const DRAIN_MS = 1_200;

/** Answers 404 to `/readyz` and waits, so that the gateway stops sending requests before the service closes. */
function drainOf(app: FastifyInstance): () => Promise<void> {
  let draining = false;
  app.addHook('onRequest', async (request, reply) => {
    if (draining && request.url === '/readyz') return reply.status(404).send({ status: 'stopping' });
  });
  return async () => {
    draining = true;
    await systemTimers.sleep(DRAIN_MS);
  };
}

/** The value of a setting in `Service.required`. @throws Error if it is missing */
export function required<T>(value: T | null): T {
  if (value === null) throw new Error('A required setting is missing.');
  return value;
}

export function runService(service: Service, environment: Readonly<Record<string, string | undefined>>): void {
  runProgram(async () => {
    const withPort = { ...environment, PORT: environment.PORT || `${service.port}` };
    const configuration = readConfiguration(withPort, process.cwd(), service.required);
    const logger = createLogger({ level: configuration.logLevel, base: { service: service.name } });
    const running = await openParts(logger, async (parts) => {
      const context = await openProcess(configuration, logger, parts);
      await service.open(context);
      await context.listen(drainOf(context.app));
      return { url: context.url, stop: () => parts.closeAll() };
    });
    stopOnSignals(running, logger);
    console.log(lineOf(`${service.name} is ready at ${running.url}`, service.name, process.stdout.isTTY === true));
  });
}

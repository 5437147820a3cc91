import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '@perktree/platform/http/app';
import { installCompression } from '@perktree/platform/http/compression';
import { ANSWERING } from '@perktree/platform/http/concurrency/concurrency-limit';
import { type CallerOf, limitConcurrency, networkCaller } from '@perktree/platform/http/concurrency/install';
import { listen } from '@perktree/platform/http/listen';
import { freePort } from '@perktree/platform/process/free-port';
import { createLogger, lineOf } from '@perktree/platform/process/log';
import { OpenedParts, type Running, runProgram, stopOnSignals } from '@perktree/platform/process/run-program';
import { type Configuration, readConfiguration, type Setting } from '@perktree/standalone/configuration';
import { createMetrics, type Metrics } from '@perktree/standalone/metrics';
import { installSecurityHeaders } from '@perktree/standalone/security-headers';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** What a service is made of. It adds its routes to the app and what has to be closed to the parts. */
export interface ServiceContext {
  readonly configuration: Configuration;
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
  readonly parts: OpenedParts;
  /** For services that know sessions: by whom requests are bounded. Without it, by network. */
  knowsCallers(callerOf: CallerOf): void;
}

/** One of the product's services, as a process of its own. */
export interface Service {
  /** As in compose files, logs and the database's list of connections. */
  readonly name: string;
  /** The port where PORT says nothing. */
  readonly port: number;
  /** Settings that it cannot do without. */
  readonly required: readonly Setting[];
  /** Opens what it needs. It listens once this is done. */
  open(context: ServiceContext): Promise<void>;
}

export interface RunningService extends Running {
  readonly url: string;
}

/**
 * How long a stopping service still takes requests, in milliseconds. A gateway asks every 500 ms whether it is ready, and
 * waits 600 ms for the answer (services/gateway/haproxy.cfg).
 */
const DRAIN_MS = 1_200;

/** Starts a service. What it has opened is closed again where the start fails. */
export async function startService(
  service: Service,
  configuration: Configuration,
  logger: FastifyBaseLogger,
): Promise<RunningService> {
  const { host, publicUrl } = configuration;
  const port = configuration.port === 0 ? await freePort(host) : configuration.port;
  const parts = new OpenedParts(logger);
  try {
    const app = createApp({ logger, publicOrigin: publicUrl, trustProxy: configuration.trustProxy });
    await installCompression(app);
    installSecurityHeaders(app, { https: publicUrl?.startsWith('https:') ?? false });
    const metrics = createMetrics(logger);
    let callerOf = networkCaller;
    const knowsCallers = (by: CallerOf) => {
      callerOf = by;
    };
    const limit = limitConcurrency(app, {
      bounds: ANSWERING,
      callerOf: (request) => callerOf(request),
      onRefused: metrics.onTooMuchAtOnce,
    });
    metrics.watchConcurrency(limit);
    await service.open({ configuration, app, metrics, logger, parts, knowsCallers });
    // Last in, first out: no call is under way any more when the rest closes.
    parts.add(() => app.close());
    parts.add(drainOf(app));
    await listen(app, host, port);
    return {
      url: `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`,
      stop: () => parts.closeAll(),
    };
  } catch (error) {
    await parts.closeAll();
    throw error;
  }
}

/** To be called before the service stops: gateways learn that it ends (`/readyz` answers 404) and send it nothing more. */
function drainOf(app: FastifyInstance): () => Promise<void> {
  let draining = false;
  app.addHook('onRequest', async (request, reply) => {
    if (draining && request.url === '/readyz') return reply.status(404).send({ status: 'stopping' });
  });
  return async () => {
    draining = true;
    await sleep(DRAIN_MS);
  };
}

/** The whole of a service's main.ts. */
export function runService(service: Service, environment: Readonly<Record<string, string | undefined>>): void {
  runProgram(async () => {
    const withPort = { ...environment, PORT: environment.PORT || `${service.port}` };
    const configuration = readConfiguration(withPort, process.cwd(), service.required);
    const logger = createLogger({ level: configuration.logLevel, base: { service: service.name } });
    const running = await startService(service, configuration, logger);
    stopOnSignals(running, logger);
    console.log(lineOf(`${service.name} is ready at ${running.url}`, service.name, process.stdout.isTTY === true));
  });
}

import { fileURLToPath } from 'node:url';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createIdentity } from '@perktree/identity/service';
import { createApp } from '@perktree/platform/http/app';
import { startJobs } from '@perktree/platform/jobs/jobs';
import { createPool } from '@perktree/platform/postgres/pool';
import { projections } from '@perktree/projector/catalogue';
import { projectorLag } from '@perktree/projector/lag';
import { startProcessor } from '@perktree/projector/processor';
import { ensureReadModels } from '@perktree/projector/schema';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Configuration } from './configuration.ts';
import { openDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { mountHealth } from './health.ts';
import { installationSecret } from './installation-secret.ts';
import { createMetrics } from './metrics.ts';
import { migrateAll } from './migrate-all.ts';
import { mountServices } from './mount-services.ts';
import { recurringJobs } from './recurring-jobs.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { serveUi } from './serve-ui.ts';

/** Where `scripts/lib/build.mjs` puts the screens, seen from the bundle in `dist/server`. */
const UI_FOLDER = fileURLToPath(new URL('../../ui/dist', import.meta.url));

/** Connections that all calls share. The event store, the jobs and the listeners have their own few. */
const POOL_SIZE = 12;

export interface Standalone {
  /** Where it is served, without a slash at the end. */
  readonly url: string;
  readonly app: FastifyInstance;
  grantSuperadmin(email: string): Promise<void>;
  /** Nothing has ever happened here. */
  isEmpty(): Promise<boolean>;
  /** Settles when the embedded database has ended by itself. */
  readonly databaseLost: Promise<void>;
  /** Answers what is under way, then lets go of everything in the reverse order. A second call waits for the first. */
  stop(): Promise<void>;
}

/** Composes all services of the product in one process, on one port. */
export async function startStandalone(configuration: Configuration, logger: FastifyBaseLogger): Promise<Standalone> {
  const opened: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) {
      await close().catch((err) => logger.error({ err }, 'did not close cleanly'));
    }
  };
  try {
    return await compose(configuration, logger, opened, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function compose(
  configuration: Configuration,
  logger: FastifyBaseLogger,
  opened: (() => Promise<unknown>)[],
  closeAll: () => Promise<void>,
): Promise<Standalone> {
  const { host } = configuration;
  const port = configuration.port === 0 ? await freePort(host) : configuration.port;
  const listenUrl = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  const publicUrl = configuration.publicUrl ?? listenUrl;
  const clock = () => new Date();

  const database = await openDatabase(configuration, logger);
  opened.push(() => database.stop());
  const { connectionString } = database;
  await migrateAll(connectionString);

  const pool = createPool({ connectionString, applicationName: 'perktree', max: POOL_SIZE });
  opened.push(() => pool.end());
  const metrics = createMetrics(logger);
  const store = metrics.measured(createPostgresEventStore({ connectionString, logger }));
  opened.push(() => store.close());
  // Queries need the views, whoever projects.
  await ensureReadModels(pool, projections);
  const projector = startProcessor({ store, pool, logger });
  opened.push(() => projector.stop());

  const identity = createIdentity({
    pool,
    publicUrl,
    sessionSecret: configuration.sessionSecret ?? installationSecret(configuration.dataDir),
    logger,
    clock,
    ...(configuration.oidc ? { oidc: configuration.oidc } : {}),
    planOf: (tenantId) => commands.quotas.planOf(tenantId),
  });
  const app = createApp({ logger, publicOrigin: configuration.publicUrl });
  installSecurityHeaders(app, { https: publicUrl.startsWith('https:') });
  const lagNow = () => projectorLag({ store, pool });
  metrics.mount(app, lagNow);
  const { stripe } = configuration;
  const commands = mountServices(app, { identity, store, pool, publicUrl, stripe, clock, logger });
  mountHealth(app, lagNow);
  await serveUi(app, { folder: UI_FOLDER, brand: configuration.brand, authenticate: identity.authenticate });

  const jobs = await startJobs({
    databaseUrl: connectionString,
    jobs: recurringJobs({ identity, commands }),
    logger,
  });
  opened.push(() => jobs.close());
  // Last in, first out: no call is under way any more when the rest closes.
  opened.push(() => app.close());
  await listen(app, host, port);

  let stopping: Promise<void> | undefined;
  return {
    url: listenUrl,
    app,
    databaseLost: database.lost,
    grantSuperadmin: async (email) => {
      await identity.grantSuperadmin(email);
    },
    isEmpty: async () => (await store.head()) === 0n,
    stop: () => {
      stopping ??= closeAll();
      return stopping;
    },
  };
}

/** A port that somebody else listens on. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new PortInUse(`PORT ${port} is in use already: stop what listens there, or set PORT to another one.`);
  }
}

import { sealingNow } from '@perktree/audit-service/statement/sealing';
import { openAppendInOrder } from '@perktree/event-store/postgres/append-in-order';
import { createIdentity } from '@perktree/identity/service';
import { createApp } from '@perktree/platform/http/app';
import { installCompression } from '@perktree/platform/http/compression';
import { ANSWERING } from '@perktree/platform/http/concurrency/concurrency-limit';
import { limitConcurrency } from '@perktree/platform/http/concurrency/install';
import { listen } from '@perktree/platform/http/listen';
import { startJobs } from '@perktree/platform/jobs/jobs';
import { createPool } from '@perktree/platform/postgres/pool';
import { freePort } from '@perktree/platform/process/free-port';
import { OpenedParts } from '@perktree/platform/process/run-program';
import { projections } from '@perktree/projector/catalogue';
import { projectorLag } from '@perktree/projector/lag';
import { startProcessor } from '@perktree/projector/processor';
import { ensureReadModels } from '@perktree/projector/schema';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { auditSigningKey } from './audit-signing-key.ts';
import type { Configuration } from './configuration.ts';
import { openDatabase } from './database.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { ErasedAccountsFile } from './erased-accounts.ts';
import { mountHealth, projectionsReadiness, writesReadiness } from './health.ts';
import { installationSecret } from './installation-secret.ts';
import { createMetrics } from './metrics.ts';
import { migrateAll } from './migrate-all.ts';
import { mountJobs } from './mount-jobs.ts';
import { mountServices } from './mount-services.ts';
import { openStores } from './open-stores.ts';
import { pageApiInProcess } from './page-api.ts';
import { uiFolder } from './product-folder.ts';
import { ensureQueryLogin, queryLoginOf, refuseMoreThanQueries, untilQueriesCanRead } from './query-reads.ts';
import { recurringJobs } from './recurring-jobs.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { serveUi } from './serve-ui.ts';

/** Connections that all queries share. */
const QUERY_CONNECTIONS = 10;

export interface Standalone {
  /** Where it is served, without a slash at the end. */
  readonly url: string;
  /** Where visitors reach it: PUBLIC_URL, or the same address. */
  readonly publicUrl: string;
  readonly app: FastifyInstance;
  grantSuperadmin(email: string): Promise<void>;
  /** Fills an empty store with the demo business: a past of some months, and today. */
  fillDemo(months: number): Promise<void>;
  /** Nothing has ever happened here. */
  isEmpty(): Promise<boolean>;
  /** Settles when the embedded database has ended by itself. */
  readonly databaseLost: Promise<void>;
  /** Answers what is under way, then lets go of everything in the reverse order. A second call waits for the first. */
  stop(): Promise<void>;
}

/** Composes all services of the product in one process, on one port. */
export async function startStandalone(configuration: Configuration, logger: FastifyBaseLogger): Promise<Standalone> {
  const parts = new OpenedParts(logger);
  try {
    return await compose(configuration, logger, parts);
  } catch (error) {
    await parts.closeAll();
    throw error;
  }
}

async function compose(
  configuration: Configuration,
  logger: FastifyBaseLogger,
  parts: OpenedParts,
): Promise<Standalone> {
  const { host } = configuration;
  const port = configuration.port === 0 ? await freePort(host) : configuration.port;
  const listenUrl = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  const publicUrl = configuration.publicUrl ?? listenUrl;
  const clock = () => new Date();

  const database = await openDatabase(configuration, logger);
  parts.add(() => database.stop());
  const { connectionString } = database;
  await migrateAll(connectionString);

  const metrics = createMetrics(logger);
  const { onCommand, onRegression } = metrics;
  const applicationName = 'perktree';
  const { pool, store } = await openStores({
    configuration,
    connectionString,
    applicationName,
    logger,
    parts,
    metrics,
  });
  // Queries need the views, whoever projects.
  await ensureReadModels(pool, projections);
  const sessionSecret = configuration.sessionSecret ?? installationSecret(configuration.dataDir);
  const queryLogin = queryLoginOf(configuration, { connectionString, secret: sessionSecret });
  await ensureQueryLogin(connectionString, queryLogin);
  await untilQueriesCanRead(connectionString, queryLogin);
  await refuseMoreThanQueries(queryLogin);
  const reading = createPool({
    ...{ connectionString: queryLogin.url, applicationName: 'perktree-queries', max: QUERY_CONNECTIONS },
  });
  parts.add(() => reading.end());
  const projector = startProcessor({ store, pool, logger, onRegression });
  parts.add(() => projector.stop());

  const erasedAccounts = new ErasedAccountsFile(configuration.dataDir);
  await erasedAccounts.addAllOf(pool);
  const identity = createIdentity({
    pool,
    publicUrl,
    sessionSecret,
    logger,
    clock,
    productLabels: Object.values(configuration.brand),
    ...(configuration.oidc ? { oidc: configuration.oidc } : {}),
    productName: configuration.brand.mobile,
    networkLimits: configuration.networkLimits,
    planOf: (tenantId) => commands.quotas.planOf(tenantId),
    onErased: (userId) => erasedAccounts.add([userId]),
  });
  const app = createApp({ logger, publicOrigin: configuration.publicUrl, trustProxy: configuration.trustProxy });
  await installCompression(app);
  installSecurityHeaders(app, { https: publicUrl.startsWith('https:') });
  const { callerOf } = identity;
  metrics.watchConcurrency(limitConcurrency(app, { bounds: ANSWERING, callerOf, onRefused: metrics.onTooMuchAtOnce }));
  const positionsHaveGaps = configuration.eventStoreUrl !== null;
  // As queries see them: a standby may be behind what has been projected.
  const lagNow = () => projectorLag({ store, pool: reading, positionsHaveGaps });
  metrics.mount(app, lagNow);
  const { stripe } = configuration;
  const signingKey = auditSigningKey(configuration);
  const sealing = sealingNow({ store, pool, key: signingKey, clock });
  const shared = { identity, store, pool, publicUrl, clock, logger };
  const commands = await mountServices(app, { ...shared, reading, stripe, onCommand, onRegression, sealing });
  await serveUi(app, {
    folder: uiFolder(),
    brand: configuration.brand,
    api: pageApiInProcess(app, identity.authenticate),
  });

  const grantSuperadmin = async (email: string) => {
    await identity.grantSuperadmin(email);
  };

  const jobs = await startJobs({
    databaseUrl: connectionString,
    redisUrl: configuration.redisUrl,
    jobs: recurringJobs({ identity, commands, signingKey }),
    logger,
  });
  parts.add(() => jobs.close());
  mountJobs(app, commands, jobs.board);
  metrics.watchQueue(jobs.board);
  mountHealth(app, writesReadiness(projectionsReadiness(lagNow), { metrics, board: jobs.board }));
  // Last in, first out: no call is under way any more when the rest closes.
  parts.add(() => app.close());
  await listen(app, host, port);

  return {
    url: listenUrl,
    publicUrl,
    app,
    databaseLost: database.lost,
    grantSuperadmin,
    async fillDemo(months) {
      const postgres = configuration.eventStoreUrl === null ? await openAppendInOrder(connectionString) : null;
      try {
        await fillDemo({ ...shared, app, accounts: identity.accounts, grantSuperadmin, ...postgres }, months);
      } finally {
        await postgres?.close();
      }
    },
    isEmpty: async () => (await store.head()) === 0n,
    stop: () => parts.closeAll(),
  };
}

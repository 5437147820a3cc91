import { newPrivateKey, readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { sealingNow } from '@perktree/audit-service/statement/sealing';
import type { StripeSettings } from '@perktree/command-service/payments/create-provider';
import { Refused } from '@perktree/contracts/refusals';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createIdentity, type Identity } from '@perktree/identity/service';
import { quickPasswords } from '@perktree/identity/testing/quick-passwords';
import { createApp, type TrustedProxies } from '@perktree/platform/http/app';
import { assertAllDeclared, watchRefusals } from '@perktree/platform/http/testing/declared-refusals';
import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type TestServer } from '@perktree/platform/postgres/test-database';
import { projections } from '@perktree/projector/catalogue';
import { startProcessor } from '@perktree/projector/processor';
import { ensureReadModels } from '@perktree/projector/schema';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createMetrics } from '../metrics.ts';
import { migrateAll } from '../migrate-all.ts';
import { mountJobs } from '../mount-jobs.ts';
import { mountServices } from '../mount-services.ts';

export interface ComposedApp {
  readonly app: FastifyInstance;
  readonly identity: Identity;
  readonly pool: Pool;
  readonly store: EventStore;
  /** Method and path of every route, as it was registered. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** Read models stay as they are from then on. */
  stopProjector(): Promise<void>;
  /** Runs a recurring job once. */
  runJob(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface ComposedOptions {
  readonly publicUrl?: string;
  readonly stripe?: StripeSettings;
  readonly trustProxy?: TrustedProxies;
  /** What is logged, down to `debug`, is collected here, one JSON line each; else nothing is. */
  readonly log?: string[];
  /** Registers further routes before the app is ready. */
  readonly mountMore?: (app: FastifyInstance) => Promise<void>;
  readonly onErased?: (userId: string) => void;
  /** The clock of everything but accounts and sessions; left out: the machine's. */
  readonly clock?: () => Date;
  /** Where the database is made; left out in vitest, whose run has one. */
  readonly server?: TestServer;
}

/** No job runs here; of one it is said that it failed for good. */
const idleQueue: QueueBoard = {
  read: async () => ({
    engine: 'postgres',
    counts: { waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 },
    failed: [],
    schedules: [],
  }),
  isReachable: async () => true,
  retry: async (jobId) => {
    if (jobId !== 'dead') throw new Refused('NOT_FOUND');
  },
};

/**
 * All services of the product on a database of their own, without a port, screens and jobs. Closing it fails where a call
 * has refused something that the reference does not say of it.
 */
export async function startComposedApp(options: ComposedOptions = {}): Promise<ComposedApp> {
  const { publicUrl = 'http://localhost:3000', stripe = null, trustProxy = null } = options;
  const database = await createTestDatabase({ name: 'composed', prepare: migrateAll }, options.server);
  const { connectionString } = database;
  const { log } = options;
  const logger = log ? pino({ level: 'debug' }, { write: (line) => void log.push(line) }) : pino({ level: 'silent' });
  const metrics = createMetrics(logger);
  const clock = options.clock ?? (() => new Date());

  const pool = createPool({ connectionString, applicationName: 'composed-spec', max: 12 });
  const store = metrics.measured(createPostgresEventStore({ connectionString, logger, onBatch: metrics.onBatch }));
  await ensureReadModels(pool, projections);
  const projector = startProcessor({ store, pool, logger });
  const identity = createIdentity({
    ...{ pool, publicUrl, sessionSecret: 'for specs, and of 32 characters', logger, clock: () => new Date() },
    planOf: (tenantId) => commands.quotas.planOf(tenantId),
    passwords: quickPasswords,
    ...(options.onErased && { onErased: options.onErased }),
  });
  const app = createApp({ logger, publicOrigin: publicUrl, trustProxy });
  const undeclared = watchRefusals(app);
  metrics.mount(app, null);
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  const commands = await mountServices(app, {
    identity,
    store,
    pool,
    reading: pool,
    publicUrl,
    stripe,
    clock,
    logger,
    onCommand: metrics.onCommand,
    sealing: sealingNow({ store, pool, key: readSigningKey(newPrivateKey()), clock }),
  });
  mountJobs(app, commands, idleQueue);
  await options.mountMore?.(app);
  await app.ready();

  return {
    app,
    identity,
    pool,
    store,
    routes,
    stopProjector: () => projector.stop(),
    async runJob(name) {
      const job = commands.jobs.find((one) => one.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      await job.run();
    },
    async close() {
      await app.close();
      await projector.stop();
      await store.close();
      await pool.end();
      await database.drop();
      assertAllDeclared(undeclared);
    },
  };
}

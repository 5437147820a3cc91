import { Readable } from 'node:stream';
import { newPrivateKey, readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { sealingNow } from '@perktree/audit-service/statement/sealing';
import type { StripeSettings } from '@perktree/command-service/payments/create-provider';
import type { ReadDrawing } from '@perktree/command-service/qr/design-readability';
import { createConfiguredEndpoints } from '@perktree/command-service/webhook/configured-endpoints';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { DEFAULT_NETWORK_LIMITS, type NetworkLimits } from '@perktree/identity/budgets';
import type { MailDelivery } from '@perktree/identity/mail/outbox';
import { makePicture } from '@perktree/identity/pictures/make-picture';
import type { DecodePicture } from '@perktree/identity/pictures/picture-maker';
import { createIdentity, type Identity } from '@perktree/identity/service';
import { quickPasswords } from '@perktree/identity/testing/quick-passwords';
import { createApp, type TrustedProxies } from '@perktree/platform/http/app';
import { UNDECLARED_FIELDS } from '@perktree/platform/http/check-answer';
import { assertAllDeclared, watchRefusals } from '@perktree/platform/http/testing/declared-refusals';
import type { QueueBoard } from '@perktree/platform/jobs/queue-board';
import type { Resolve } from '@perktree/platform/outgoing/public-address';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type TestServer } from '@perktree/platform/postgres/testing/test-database';
import { systemTimers } from '@perktree/platform/time/timers';
import { startProductProcessor } from '@perktree/projector/service';
import { type DrawSheet, drawSheet } from '@perktree/query-service/qr/print-sheets/draw-sheet';
import { startWebhookSender } from '@perktree/webhook-service/service';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { mountJobs } from '../../parts/commands.ts';
import { createMetrics } from '../../parts/metrics.ts';
import { mountCommands } from '../../parts/mount-commands.ts';
import { mountQueries } from '../../parts/mount-queries.ts';
import { recurringJobs } from '../../parts/recurring-jobs.ts';
import { productTemplate } from './product-template.ts';

export interface ComposedApp {
  readonly app: FastifyInstance;
  readonly identity: Identity;
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly store: EventStore;
  readonly clock: () => Date;
  /** Method and path of every registered route. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** Read models do not change afterwards. */
  stopProjector(): Promise<void>;
  /** Runs a recurring job once. */
  runJob(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface ComposedOptions {
  readonly publicUrl?: string;
  readonly stripe?: StripeSettings;
  readonly trustProxy?: TrustedProxies;
  /** Collects log lines from level `debug` as JSON. Default: no logging. */
  readonly log?: string[];
  /** Registers further routes before the app is ready. */
  readonly mountMore?: (app: FastifyInstance, identity: Identity) => Promise<void>;
  /** Configures mail. Default: none. The test reads mails from the queue. */
  readonly mail?: MailDelivery;
  readonly onErased?: (userId: string) => void;
  /** Whether the previous release has to read each event. Default: false. */
  readonly keepsWayBack?: boolean;
  /** Default: room for the many registrations of a spec. */
  readonly networkLimits?: NetworkLimits;
  /** Whether calls spend their budgets. False for specs that repeat one call hundreds of times. Default: true. */
  readonly spendsBudgets?: boolean;
  /** Clock of everything except accounts and sessions. Default: the machine's. */
  readonly clock?: () => Date;
  /** Whether webhooks may go to private addresses and without TLS. Default: true. */
  readonly webhookAllowPrivate?: boolean;
  /** Resolves host names of webhook endpoints. Default: the machine's resolver. */
  readonly resolveName?: Resolve;
  /** Sends webhooks, optionally with other delays of retries. Default: none are sent. */
  readonly sendsWebhooks?: Pick<Parameters<typeof startWebhookSender>[0], 'delayAfter' | 'pollMs'>;
  /** Reads the design of a QR with its decoders, which takes a second. Default: each design is readable. */
  readonly readDrawing?: ReadDrawing;
  /** Draws print sheets. Default: in this process. */
  readonly drawSheet?: DrawSheet;
  /** Server for the database. Default: the server of the vitest run. */
  readonly server?: TestServer;
}

/** Specs register many people from one address. */
const networkLimits = { ...DEFAULT_NETWORK_LIMITS, register: 100_000 };

export const SESSION_SECRET = 'for specs, and of 32 characters';

/** Decodes in this process, because a test has no built product to fork. */
const decodePicture: DecodePicture = (bytes, type) => makePicture(bytes, type).catch(() => null);

/** Runs no jobs. Reports one dead job. */
const idleQueue: QueueBoard = {
  read: async () => ({
    engine: 'postgres',
    isFull: false,
    counts: { waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 },
    failed: [],
    schedules: [],
  }),
  readState: async () => 'reachable',
  retry: async (jobId) => {
    if (jobId !== 'dead') throw new Refused('NOT_FOUND');
  },
};

/**
 * All services of the product on a new database, without port, screens and jobs. Closing it fails if a call was refused with
 * a code that the API reference does not list for it, or if an answer had a field that its schema does not declare.
 */
export async function startComposedApp(options: ComposedOptions = {}): Promise<ComposedApp> {
  const { publicUrl = 'http://localhost:3000', stripe = null, trustProxy = null, webhookAllowPrivate = true } = options;
  const { resolveName } = options;
  const database = await createTestDatabase(productTemplate, options.server);
  const { connectionString } = database;
  const { log } = options;
  const undeclaredFields: string[] = [];
  const write = (line: string) => {
    log?.push(line);
    if (line.includes(UNDECLARED_FIELDS)) undeclaredFields.push(line);
  };
  const logger = pino({ level: log ? 'debug' : 'error' }, { write });
  const metrics = createMetrics(logger);
  const clock = options.clock ?? (() => new Date(systemTimers.now()));

  const pool = createPool({ connectionString, applicationName: 'composed-spec', max: 12 });
  const opened = createPostgresEventStore({ connectionString, logger, onBatch: metrics.onBatch });
  const store = metrics.measured(opened);
  const projector = startProductProcessor({ store, pool, logger, projectInline: opened.projectInline });
  const accounts = createIdentity({
    ...{ pool, publicUrl, sessionSecret: SESSION_SECRET, logger, clock: () => new Date(systemTimers.now()) },
    planOf: (tenantId) => commands.quotas.planOf(tenantId),
    passwords: quickPasswords,
    networkLimits: options.networkLimits ?? networkLimits,
    ...(options.mail && { mail: options.mail }),
    ...(options.onErased && { onErased: options.onErased }),
  });
  const identity = options.spendsBudgets === false ? { ...accounts, spendBudget: async () => {} } : accounts;
  const app = createApp({ logger, publicOrigin: publicUrl, trustProxy });
  const undeclared = watchRefusals(app);
  metrics.mount(app, null);
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  const shared = { identity, store, pool, publicUrl, clock, logger };
  const commands = await mountCommands(app, {
    ...shared,
    stripe,
    keepsWayBack: options.keepsWayBack ?? false,
    onCommand: metrics.onCommand,
    webhookAllowPrivate,
    resolveName,
    decodePicture,
    readDrawing: options.readDrawing ?? (async () => []),
  });
  const webhooks = options.sendsWebhooks
    ? startWebhookSender({
        ...{ pool, logger, secrets: identity.webhookSecrets, allowPrivate: webhookAllowPrivate },
        resolve: resolveName,
        ...{ endpoints: createConfiguredEndpoints(commands), ...options.sendsWebhooks },
      })
    : null;
  mountQueries(app, {
    ...{ ...shared, identity: { ...identity, ...identity.readsFrom(pool) } },
    sealing: sealingNow({ store, pool, key: readSigningKey(newPrivateKey()), clock }),
    files: pool,
    drawSheet: options.drawSheet ?? ((task) => Readable.from(drawSheet(task))),
  });
  mountJobs(app, commands, idleQueue, import.meta.dirname);
  await options.mountMore?.(app, identity);
  await app.ready();

  return {
    app,
    identity,
    pool,
    databaseUrl: connectionString,
    store,
    clock,
    routes,
    stopProjector: () => projector.stop(),
    async runJob(name) {
      const jobs = recurringJobs({
        ...{ identity, commands, signingKey: null, hasMail: false, receivers: {}, onBehind: () => {} },
      });
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      await job.run();
    },
    async close() {
      await app.close();
      await webhooks?.stop();
      await projector.stop();
      await store.close();
      await pool.end();
      await database.drop();
      assertAllDeclared(undeclared);
      if (undeclaredFields.length > 0)
        throw new Error(`an answer had more than its schema: ${undeclaredFields.join()}`);
    },
  };
}

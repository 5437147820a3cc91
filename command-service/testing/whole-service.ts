import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { assertAllDeclared, watchRefusals } from '@perktree/platform/http/testing/declared-refusals';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { startProductProcessor } from '@perktree/projector/service';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createProjectedWait } from '../http/lookups/projected.ts';
import { createOfflineProvider } from '../payments/offline/offline-provider.ts';
import { type CommandService, mountCommandService } from '../service.ts';
import { markedSealing } from './answer-sealing.ts';
import { type Answer, callOn, sessionOfTest } from './calls.ts';
import { silentLogger } from './silent-logger.ts';
import { commandServiceTemplate } from './template.ts';
import { testAccounts } from './test-accounts.ts';
import { visitorOfCookie } from './visitor-of-cookie.ts';

const PUBLIC_URL = 'http://localhost:3000';

/** The whole command service as the product composes it, over the real event store and the real read models. */
export interface WholeService {
  readonly connectionString: string;
  readonly pool: Pool;
  readonly store: EventStore;
  /** Each has its own memory. Calls rotate between them. */
  readonly processes: readonly CommandService[];
  /** The clock of all processes; a test may set it. */
  now: Date;
  call(as: Session | null, method: 'GET' | 'POST' | 'PUT', url: string, body?: object, key?: string): Promise<Answer>;
  /** Everything that was stored, oldest first. */
  events(): Promise<readonly AnyEvent[]>;
  /** Waits until the read models of sites and QRs have caught up. */
  projected(): Promise<void>;
  stop(): Promise<void>;
}

export async function startWholeService(
  options: {
    readonly processes?: number;
    readonly logger?: FastifyBaseLogger;
    /** Changes the store of each process. */
    readonly wrap?: (store: EventStore) => EventStore;
  } = {},
): Promise<WholeService> {
  const { logger = silentLogger, wrap = (store) => store } = options;
  const database = await createTestDatabase(commandServiceTemplate);
  const { connectionString } = database;
  const pool = createPool({ connectionString, applicationName: 'whole-command-service-spec' });
  const stores: EventStore[] = [];
  const apps: FastifyInstance[] = [];
  const watched: ReadonlySet<string>[] = [];

  async function startProcess(): Promise<CommandService> {
    const store = wrap(createPostgresEventStore({ connectionString }));
    stores.push(store);
    const app = createApp({ logger: silentLogger, publicOrigin: null });
    watched.push(watchRefusals(app));
    const service = mountCommandService(app, {
      ...{ store, pool, logger, publicUrl: PUBLIC_URL, clock: () => whole.now },
      authenticate: sessionOfTest,
      visitorIdOf: visitorOfCookie,
      answerSealing: markedSealing,
      accounts: testAccounts(),
      payments: createOfflineProvider({ pool, publicUrl: PUBLIC_URL }),
    });
    await app.ready();
    apps.push(app);
    return service;
  }

  const processes: CommandService[] = [];
  for (let n = 0; n < (options.processes ?? 1); n += 1) processes.push(await startProcess());
  const store = createPostgresEventStore({ connectionString });
  const projector = startProductProcessor({ store, pool, logger: silentLogger });
  let calls = 0;

  const whole: WholeService = {
    ...{ connectionString, pool, store, processes },
    now: new Date('2026-05-10T10:00:00.000Z'),
    call(...request) {
      calls += 1;
      return callOn(apps[calls % apps.length] as FastifyInstance, ...request);
    },
    events: async () => (await store.readAll(0n, 100_000)).map((event) => decodeEvent(event).fact),
    projected: createProjectedWait({ pool, store, names: ['sites', 'qrs'], waitMs: 50_000 }),
    async stop() {
      for (const app of apps) await app.close();
      await projector.stop();
      for (const opened of [...stores, store]) await opened.close();
      await pool.end();
      await database.drop();
      watched.forEach(assertAllDeclared);
    },
  };
  return whole;
}

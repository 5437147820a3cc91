import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { productTemplate } from '@perktree/apps/standalone/testing/product-template';
import { createOfflineProvider } from '@perktree/command-service/payments/offline/offline-provider';
import { type CommandService, mountCommandService } from '@perktree/command-service/service';
import { markedSealing } from '@perktree/command-service/testing/answer-sealing';
import { testAccounts } from '@perktree/command-service/testing/test-accounts';
import { visitorOfCookie } from '@perktree/command-service/testing/visitor-of-cookie';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import { createMemoryEventStore } from '@perktree/event-store/memory/memory-event-store';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore, type PostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { startEventStoreDbDouble } from '@perktree/event-store/testing/event-store-db-double/double';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { readCheckpoints } from '@perktree/projector/engine/live/checkpoints';
import { hasGoneBack } from '@perktree/projector/engine/live/store-went-back';
import { startProductProcessor } from '@perktree/projector/service';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { sortByTenant } from './events-by-tenant.ts';
import { castOf, type Person, sessionOf } from './people.ts';
import { waitForReadModels } from './projected.ts';
import { ownTime, type Time, type World } from './reference.ts';

/** Processes that serve the calls. Two of them see each other's writes only through the store. */
const PROCESSES = 2;
const PAUSE_MS = 5;
const PERSON_HEADER = 'x-session';
const PUBLIC_URL = 'http://localhost:3000';

/** The system under test. */
export interface System {
  readonly store: EventStore;
  readonly pool: Pool;
  /** Command services whose jobs a run may start. */
  readonly services: readonly CommandService[];
  /** People that belong to one run. */
  people(runId: string): Promise<readonly Person[]>;
  /** The clock of a run. */
  time(): Time;
  /** Executes work by the run's own clock, as runs are concurrent. */
  at<T>(clock: { readonly now: number }, work: () => Promise<T>): Promise<T>;
  call(request: Call): Promise<Answered>;
  /** The events of a tenant so far, oldest first. */
  eventsOf(tenantId: string): Promise<readonly OrderedEvent[]>;
  /** Waits until all read models have everything that was stored before the call. */
  projected(): Promise<void>;
  /** Compares the answers to reads with the reference, if reads are served. @throws Differs */
  checkAnswers?(world: World): Promise<void>;
  /** Removes the store's newest events while the processes run; absent: not supported. */
  loseNewest?(events: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Call {
  readonly process: number;
  readonly by: Person | null;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: object | undefined;
  readonly key?: string | undefined;
}
export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
}

/**
 * The event store: Postgres, EventStoreDB's protocol over a double in memory, or an in-memory store, which takes a third of
 * the time.
 */
type Engine = 'postgres' | 'eventstoredb' | 'memory';

/** The whole write side without passwords, and the real projector, over an event store. */
export async function startSystem(engine: Engine): Promise<System> {
  const database = await createTestDatabase(productTemplate);
  const connectionString = withoutWaitingForTheDisk(database.connectionString);
  const logger = pino({ level: 'silent' });
  const pool = createPool({ connectionString, applicationName: 'model-spec', max: 12 });
  const server = engine === 'eventstoredb' ? await startEventStoreDbDouble() : null;
  const memory = engine === 'memory' ? createMemoryEventStore() : null;
  const store: EventStore = server
    ? openEventStoreDb({ url: server.urls[0], logger })
    : (memory ?? createPostgresEventStore({ connectionString, logger }));
  const inline = 'projectInline' in store ? { projectInline: (store as PostgresEventStore).projectInline } : {};
  let projector = startProductProcessor({ store, pool, logger, ...inline });
  const clocks = new AsyncLocalStorage<{ readonly now: number }>();
  const held = new Map<string, Set<Role>>();
  const clock = () => {
    const own = clocks.getStore();
    if (!own) throw new Error('called outside of a run, which sets the clock');
    return new Date(own.now);
  };

  const apps: FastifyInstance[] = [];
  const services: CommandService[] = [];
  for (let n = 0; n < PROCESSES; n += 1) {
    const app = createApp({ logger, publicOrigin: null });
    const shared = { store, pool, logger, clock, publicUrl: PUBLIC_URL };
    services.push(
      mountCommandService(app, {
        ...shared,
        visitorIdOf: visitorOfCookie,
        answerSealing: markedSealing,
        accounts: accountsOn(held),
        payments: createOfflineProvider(shared),
        authenticate: async ({ headers }) => JSON.parse(String(headers[PERSON_HEADER] ?? 'null')) as Session | null,
      }),
    );
    await app.ready();
    apps.push(app);
  }
  const byTenant = sortByTenant(store);

  return {
    ...{ store, pool, services },
    at: (own, work) => clocks.run(own, work),
    async call({ process, by, method, url, body, key }) {
      if (by && !held.has(by.userId)) held.set(by.userId, new Set(by.roles));
      const headers = {
        ...(by && { [PERSON_HEADER]: JSON.stringify(sessionOf(by, held.get(by.userId) ?? by.roles)) }),
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const app = apps[process % apps.length] as FastifyInstance;
      const response = await app.inject({ method, url, headers, ...(body && { payload: body }) });
      return { status: response.statusCode, body: response.json() };
    },
    eventsOf: byTenant.eventsOf,
    projected: waitForReadModels(store, pool),
    people: async (runId) => castOf(runId, randomUUID),
    time: ownTime,
    ...(memory && {
      async loseNewest(events: number) {
        const head = await memory.head();
        // A projector checks for lost events when it begins to lead, as after a lost connection.
        await projector.stop();
        memory.goBackTo(head > events ? head - BigInt(events) : 0n);
        projector = startProductProcessor({ store, pool, logger });
        await byTenant.restart();
        while (await hasGoneBack(store, await readCheckpoints(pool))) await sleep(PAUSE_MS);
      },
    }),
    async stop() {
      await byTenant.stop();
      for (const app of apps) await app.close();
      await projector.stop();
      await store.close();
      await server?.close();
      await pool.end();
      await database.drop();
    },
  };
}

/** Tests do not crash this server, and commits are visible without a flush. */
function withoutWaitingForTheDisk(connectionString: string): string {
  const url = new URL(connectionString);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

/** The part of the account store that commands use. */
function accountsOn(held: Map<string, Set<Role>>): CommandService['accounts'] {
  return testAccounts({
    displayNames: async (userIds) => new Map(userIds.map((id) => [id, id])),
    grantRole: async (userId, role) => void held.get(userId)?.add(role),
    revokeRole: async (userId, role) => void held.get(userId)?.delete(role),
  });
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOfflineProvider } from '@perktree/command-service/payments/offline/offline-provider';
import { type CommandService, mountCommandService } from '@perktree/command-service/service';
import { memoryNotes } from '@perktree/command-service/testing/memory-notes';
import { visitorOfCookie } from '@perktree/command-service/testing/visitor-of-cookie';
import type { Role } from '@perktree/contracts/envelope';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import { createMemoryEventStore } from '@perktree/event-store/memory/memory-event-store';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { startEventStoreDbDouble } from '@perktree/event-store/testing/event-store-db-double/double';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { projections } from '@perktree/projector/catalogue';
import { readCheckpoints } from '@perktree/projector/checkpoints';
import { startProcessor } from '@perktree/projector/processor';
import { ensureReadModels } from '@perktree/projector/schema';
import { hasGoneBack } from '@perktree/projector/store-went-back';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrateAll } from '../migrate-all.ts';
import { sortByTenant } from './events-by-tenant.ts';
import { castOf, type Person, sessionOf } from './people.ts';
import { waitForReadModels } from './projected.ts';
import { ownTime, type Time, type World } from './reference.ts';

/** Processes that serve the calls: one sees its own writes at once, two meet each other's in the store alone. */
const PROCESSES = 2;
const PAUSE_MS = 5;
const PERSON_HEADER = 'x-session';
const PUBLIC_URL = 'http://localhost:3000';

/** What the commands are sent to. */
export interface System {
  readonly store: EventStore;
  readonly pool: Pool;
  /** Those of this process, which a run may have do their jobs; none where they run elsewhere. */
  readonly services: readonly CommandService[];
  /** Those who take part in a run, whom no other run knows. */
  people(runId: string): Promise<readonly Person[]>;
  /** By which a run goes. */
  time(): Time;
  /** Everything within reads its own clock: many runs are under way at once. */
  at<T>(clock: { readonly now: number }, work: () => Promise<T>): Promise<T>;
  call(asked: Asked): Promise<Answered>;
  /** The events of a tenant so far, oldest first. */
  eventsOf(tenantId: string): Promise<readonly OrderedEvent[]>;
  /** Waits until all read models have everything that was stored before the call. */
  projected(): Promise<void>;
  /** Where reads are answered, too: that they say what the reference says. @throws Differs */
  checkAnswers?(world: World): Promise<void>;
  /** Has the store lose its newest events beneath the running processes; where it can be made to. */
  loseNewest?(events: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Asked {
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
 * What the events are kept in: the real stores (EventStoreDB's protocol is spoken by a double, which keeps them in memory),
 * or one without any server that costs a third of the time.
 */
export type Engine = 'postgres' | 'eventstoredb' | 'memory';

/** The whole write side and the real projector over an event store; only passwords are left out. */
export async function startSystem(engine: Engine): Promise<System> {
  const database = await createTestDatabase({ name: 'composed', prepare: migrateAll });
  const connectionString = withoutWaitingForTheDisk(database.connectionString);
  const logger = pino({ level: 'silent' });
  const pool = createPool({ connectionString, applicationName: 'model-spec', max: 12 });
  const server = engine === 'eventstoredb' ? await startEventStoreDbDouble() : null;
  const memory = engine === 'memory' ? createMemoryEventStore() : null;
  const store: EventStore = server
    ? openEventStoreDb({ url: server.urls[0], logger })
    : (memory ?? createPostgresEventStore({ connectionString, logger }));
  await ensureReadModels(pool, projections);
  let projector = startProcessor({ store, pool, logger });
  const clocks = new AsyncLocalStorage<{ readonly now: number }>();
  const held = new Map<string, Set<Role>>();
  const clock = () => {
    const own = clocks.getStore();
    if (!own) throw new Error('nobody said what time it is');
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
        // A projector looks for it when it begins to lead, as after a lost connection.
        await projector.stop();
        memory.goBackTo(head > events ? head - BigInt(events) : 0n);
        projector = startProcessor({ store, pool, logger });
        await byTenant.beginAgain();
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

/** Nobody pulls the plug of this server; what is committed is seen by all at once in any case. */
function withoutWaitingForTheDisk(connectionString: string): string {
  const url = new URL(connectionString);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

/** The account store, as far as commands ask it. */
function accountsOn(held: Map<string, Set<Role>>): CommandService['accounts'] {
  return {
    ...memoryNotes(),
    displayNames: async (userIds) => new Map(userIds.map((id) => [id, id])),
    contacts: async () => new Map(),
    erasedAmong: async () => new Set<string>(),
    knownErasedAmong: async () => new Set<string>(),
    rememberInvitation: async () => {},
    isInvitationOfOther: async () => false,
    closeInvitation: async () => {},
    openInvitations: async () => [],
    grantRole: async (userId, role) => void held.get(userId)?.add(role),
    revokeRole: async (userId, role) => void held.get(userId)?.delete(role),
  };
}

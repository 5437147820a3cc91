import type { Role } from '@perktree/contracts/envelope';
import type { EventStore } from '@perktree/event-store/port';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { assertAllDeclared, watchRefusals } from '@perktree/platform/http/testing/declared-refusals';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type Template } from '@perktree/platform/postgres/test-database';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { mountCommissionTreeRoutes } from '../api/commission-tree/routes.ts';
import type { CommandServiceDeps } from '../api/deps.ts';
import { installCommandKeys } from '../api/idempotency/install.ts';
import { mountSiteRoutes } from '../api/site/routes.ts';
import { createQuotas } from '../api/subscription/quotas.ts';
import { createCommandHandler } from '../engine/command-handler.ts';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '../migrations.ts';
import { createOfflineProvider } from '../payments/offline/offline-provider.ts';
import { memoryNotes } from './memory-notes.ts';
import { silentLogger } from './silent-logger.ts';
import { createStoreLookups } from './store-lookups.ts';
import { visitorOfCookie } from './visitor-of-cookie.ts';

const SESSION_HEADER = 'x-test-session';

const template: Template = {
  name: 'command_service',
  prepare: async (connectionString) => {
    const eventStore = { service: 'event_store', schema: EVENT_STORE_SCHEMA, migrations: eventStoreMigrations };
    await runMigrations({ connectionString, ...eventStore });
    const own = { service: 'command_service', schema: COMMAND_SERVICE_SCHEMA, migrations: commandServiceMigrations };
    await runMigrations({ connectionString, ...own });
  },
};

export function person(userId: string, ...allRoles: readonly Role[]): Session {
  return { sessionId: userId, userId, role: allRoles[0] ?? 'customer', allRoles, tenantId: null };
}

export interface TestService {
  readonly deps: CommandServiceDeps;
  readonly roles: Map<string, Set<Role>>;
  /** The service's clock; a test may set it. */
  now: Date;
  /** Another process on the same stores. */
  another(): Promise<FastifyInstance>;
  call(
    as: Session | null,
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    key?: string,
  ): Promise<Answer>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any;
  readonly position: string | undefined;
  readonly retryAfter: string | undefined;
}

/** The routes of sites and trees, over the real event store on a database of their own. */
export async function startTestService(
  wrap: (store: EventStore) => EventStore = (store) => store,
): Promise<TestService> {
  const database = await createTestDatabase(template);
  const { connectionString } = database;
  const pool = createPool({ connectionString, applicationName: 'command-service-spec' });
  const realStore = createPostgresEventStore({ connectionString });
  const roles = new Map<string, Set<Role>>();
  const apps: FastifyInstance[] = [];
  const watched: ReadonlySet<string>[] = [];

  const publicUrl = 'http://localhost:3000';
  const makeDeps = (
    store: EventStore,
    handler = createCommandHandler({ store, logger: silentLogger }),
  ): CommandServiceDeps => ({
    ...{ store, pool, handler, publicUrl },
    logger: silentLogger,
    quotas: createQuotas({ handler, store, logger: silentLogger }),
    payments: createOfflineProvider({ pool, publicUrl }),
    clock: () => service.now,
    authenticate: async (request) => JSON.parse(String(request.headers[SESSION_HEADER] ?? 'null')) as Session | null,
    visitorIdOf: visitorOfCookie,
    accounts: accountsOn(roles),
    lookups: createStoreLookups(realStore),
  });
  async function serve(deps: CommandServiceDeps): Promise<FastifyInstance> {
    const app = createApp({ logger: silentLogger, publicOrigin: null });
    watched.push(watchRefusals(app));
    void app.register(async (scope) => {
      installCommandKeys(scope, deps);
      mountSiteRoutes(scope, deps);
      mountCommissionTreeRoutes(scope, deps);
    });
    await app.ready();
    apps.push(app);
    return app;
  }

  const deps = makeDeps(wrap(realStore));
  const service: TestService = {
    deps,
    roles,
    now: new Date('2026-05-01T10:00:00.000Z'),
    another: () => serve(makeDeps(realStore)),
    call: (...request) => callOn(app, ...request),
    async stop() {
      for (const running of apps) await running.close();
      await realStore.close();
      await pool.end();
      await database.drop();
      watched.forEach(assertAllDeclared);
    },
  };
  const app = await serve(deps);
  return service;
}

export async function callOn(
  app: FastifyInstance,
  as: Session | null,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  key?: string,
): Promise<Answer> {
  const headers = {
    ...(as && { [SESSION_HEADER]: JSON.stringify(as) }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const response: LightMyRequestResponse = await app.inject({ method, url, headers, ...(body && { payload: body }) });
  const { 'x-position': position, 'retry-after': retryAfter } = response.headers;
  return {
    status: response.statusCode,
    body: response.json(),
    position: position as string | undefined,
    retryAfter: retryAfter as string | undefined,
  };
}

function accountsOn(roles: Map<string, Set<Role>>): CommandServiceDeps['accounts'] {
  const of = (userId: string) => {
    const held = roles.get(userId) ?? new Set<Role>();
    roles.set(userId, held);
    return held;
  };
  return {
    ...memoryNotes(),
    displayNames: async (userIds) => new Map(userIds.map((id) => [id, id])),
    contacts: async () => new Map(),
    erasedAmong: async () => new Set<string>(),
    knownErasedAmong: async () => new Set<string>(),
    rememberInvitation: async () => {},
    invitationAcceptance: async () => 'allowed',
    closeInvitation: async () => {},
    openInvitations: async () => [],
    countOpenInvitations: async () => 0,
    grantRole: async (userId, role) => void of(userId).add(role),
    revokeRole: async (userId, role) => void of(userId).delete(role),
  };
}

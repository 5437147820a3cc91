import type { Role } from '@perktree/contracts/kernel/envelope';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { assertAllDeclared, watchRefusals } from '@perktree/platform/http/testing/declared-refusals';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { createCommandHandler } from '../engine/command-handler.ts';
import { installCommandKeys } from '../http/idempotency/install.ts';
import { createOfflineProvider } from '../payments/offline/offline-provider.ts';
import { mountCommissionTreeRoutes } from '../qr/routes.ts';
import { mountSiteRoutes } from '../site/routes.ts';
import { createQuotas } from '../subscription/quotas.ts';
import { markedSealing } from './answer-sealing.ts';
import { type Answer, callOn, sessionOfTest } from './calls.ts';
import { silentLogger } from './silent-logger.ts';
import { createStoreLookups } from './store-lookups.ts';
import { commandServiceTemplate } from './template.ts';
import { testAccounts } from './test-accounts.ts';
import { visitorOfCookie } from './visitor-of-cookie.ts';

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

/** The routes of sites and trees, over the real event store on a database of their own. */
export async function startTestService(
  wrap: (store: EventStore) => EventStore = (store) => store,
): Promise<TestService> {
  const database = await createTestDatabase(commandServiceTemplate);
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
    authenticate: sessionOfTest,
    visitorIdOf: visitorOfCookie,
    answerSealing: markedSealing,
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

function accountsOn(roles: Map<string, Set<Role>>): CommandServiceDeps['accounts'] {
  const of = (userId: string) => {
    const held = roles.get(userId) ?? new Set<Role>();
    roles.set(userId, held);
    return held;
  };
  return testAccounts({
    displayNames: async (userIds) => new Map(userIds.map((id) => [id, id])),
    grantRole: async (userId, role) => void of(userId).add(role),
    revokeRole: async (userId, role) => void of(userId).delete(role),
  });
}

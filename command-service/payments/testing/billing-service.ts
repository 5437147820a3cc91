import type { NoteTexts } from '@perktree/contracts/account/account-store';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
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
import { type Billing, createBilling } from '../../billing.ts';
import type { CommandServiceDeps } from '../../deps.ts';
import { createCommandHandler } from '../../engine/command-handler.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import { installCommandKeys } from '../../http/idempotency/install.ts';
import { createSqlLookups } from '../../http/lookups/sql-lookups.ts';
import type { OnCommand } from '../../http/outcomes/measured-handler.ts';
import { createQuotas, type Quotas } from '../../subscription/quotas.ts';
import { markedSealing } from '../../testing/answer-sealing.ts';
import { appendFacts } from '../../testing/append-facts.ts';
import { type Answer, callOn, sessionOfTest } from '../../testing/calls.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { commandServiceTemplate } from '../../testing/template.ts';
import { testAccounts } from '../../testing/test-accounts.ts';
import { visitorOfCookie } from '../../testing/visitor-of-cookie.ts';
import { createOfflineProvider } from '../offline/offline-provider.ts';
import type { PaymentProvider } from '../port.ts';

export const PUBLIC_URL = 'http://localhost:3000';

/** One process of the service, with its own memory. */
interface BillingProcess {
  readonly app: FastifyInstance;
  readonly billing: Billing;
  readonly quotas: Quotas;
  call(as: Session | null, method: 'GET' | 'POST', url: string, body?: object, key?: string): Promise<Answer>;
}

/** Faults and observers of one process. */
export interface ProcessOptions {
  readonly onCommand?: OnCommand;
  /** Called before each append; an error fails the append. */
  readonly beforeAppend?: (stream: string, events: readonly { readonly type: string }[]) => void;
  /** Default: empty ones of the process. */
  readonly notes?: NoteTexts;
}

export interface BillingService extends BillingProcess {
  readonly store: EventStore;
  readonly pool: Pool;
  /** Accounts that no longer exist; a test may add to it. */
  readonly erased: Set<string>;
  /** The clock of all processes; a test may set it. */
  now: Date;
  another(options?: ProcessOptions): Promise<BillingProcess & { readonly logged: readonly Record<string, unknown>[] }>;
  /** Appends events of other commands, now. */
  happen(stream: string, ...events: readonly AnyEvent[]): Promise<void>;
  events(stream: string): Promise<readonly AnyEvent[]>;
  stop(): Promise<void>;
}

/** Plans and payouts over the real event store and the real read models, on a separate database. */
export async function startBillingService(
  paymentsOn: (pool: Pool) => PaymentProvider = (pool) => createOfflineProvider({ pool, publicUrl: PUBLIC_URL }),
): Promise<BillingService> {
  const database = await createTestDatabase(commandServiceTemplate);
  const { connectionString } = database;
  const pool = createPool({ connectionString, applicationName: 'billing-spec' });
  const store = createPostgresEventStore({ connectionString });
  const projector = startProductProcessor({ store, pool, logger: silentLogger });
  const apps: FastifyInstance[] = [];
  const watched: ReadonlySet<string>[] = [];

  async function another({ onCommand = () => {}, beforeAppend, notes }: ProcessOptions = {}) {
    const logged: Record<string, unknown>[] = [];
    const logger: FastifyBaseLogger = Object.create(silentLogger, {
      error: { value: (about: object) => void logged.push({ ...about }) },
    });
    const append: EventStore['append'] = async (stream, revision, events, ...rest) => {
      beforeAppend?.(stream, events);
      return store.append(stream, revision, events, ...rest);
    };
    const commandStore: EventStore = Object.create(store, { append: { value: append } });
    const handler = createCommandHandler({ store: commandStore, logger: silentLogger });
    const quotas = createQuotas({ handler, store, logger: silentLogger });
    const deps: CommandServiceDeps = {
      ...{ quotas, payments: paymentsOn(pool) },
      ...{ store, pool, handler, logger, onCommand, publicUrl: PUBLIC_URL, clock: () => service.now },
      authenticate: sessionOfTest,
      visitorIdOf: visitorOfCookie,
      answerSealing: markedSealing,
      accounts: testAccounts({
        ...notes,
        erasedAmong: async (ids) => new Set(ids.filter((id) => service.erased.has(id))),
        knownErasedAmong: async (ids) => new Set(ids.filter((id) => service.erased.has(id))),
      }),
      lookups: createSqlLookups({ pool, store, waitMs: 50_000 }),
    };
    const billing = createBilling(deps);
    const app = createApp({ logger: silentLogger, publicOrigin: null });
    watched.push(watchRefusals(app));
    void app.register(async (scope) => {
      installCommandKeys(scope, deps);
      billing.mount(scope);
    });
    await app.ready();
    apps.push(app);
    const call: BillingProcess['call'] = (...request) => callOn(app, ...request);
    return { app, billing, quotas, logged, call };
  }

  const service = {
    now: new Date('2026-05-10T10:00:00.000Z'),
    erased: new Set<string>(),
    ...{ store, pool, another },
    happen: (stream: string, ...events: readonly AnyEvent[]) => appendFacts(store, service.now, stream, events),
    events: async (stream: string) => (await store.readStream(stream)).map((event) => decodeEvent(event).fact),
    async stop() {
      for (const app of apps) await app.close();
      await projector.stop();
      await store.close();
      await pool.end();
      await database.drop();
      watched.forEach(assertAllDeclared);
    },
  };
  return Object.assign(service, await another());
}

/** A tenant with its owner, by name. */
export function business(name: string): Session & { readonly tenantId: string } {
  const tenantId = deriveUuid('tenant', name);
  return { sessionId: name, userId: name, role: 'site_owner', allRoles: ['site_owner', 'customer'], tenantId };
}

/** Puts a tenant on a plan, as if it had paid long ago. */
export async function putOnPlan(service: BillingService, owner: { tenantId: string }, plan: 'pro' | 'ultra') {
  const { tenantId } = owner;
  const reference = `long ago ${plan}`;
  await service.happen(streams.subscription(tenantId), {
    type: 'SubscriptionStarted',
    data: { tenantId, plan, reference },
  });
}

import type { NoteTexts } from '@perktree/contracts/account/account-store';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type AnyEvent, streams } from '@perktree/contracts/catalogue/events';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { assertAllDeclared, watchRefusals } from '@perktree/platform/http/testing/declared-refusals';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { startProductProcessor } from '@perktree/projector/service';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createProjectedWait } from '../http/lookups/projected.ts';
import type { OnCommand } from '../http/outcomes/measured-handler.ts';
import { createOfflineProvider } from '../payments/offline/offline-provider.ts';
import type { PaymentProvider } from '../payments/port.ts';
import { type CommandService, mountCommandService } from '../service.ts';
import { markedSealing } from './answer-sealing.ts';
import { appendFacts } from './append-facts.ts';
import { type Answer, callOn, sessionOfTest } from './calls.ts';
import { silentLogger } from './silent-logger.ts';
import { commandServiceTemplate } from './template.ts';
import { testAccounts } from './test-accounts.ts';
import { visitorOfCookie } from './visitor-of-cookie.ts';

export const PUBLIC_URL = 'http://localhost:3000';

type Method = 'GET' | 'POST' | 'PUT';
type Call = (as: Session | null, method: Method, url: string, body?: object, key?: string) => Promise<Answer>;

/** One process of the service, with its own memory. */
export interface ServiceProcess extends CommandService {
  readonly app: FastifyInstance;
  /** What it has logged as errors, if no other logger was given. */
  readonly logged: readonly Record<string, unknown>[];
  readonly call: Call;
}

/** Faults and observers of one process. */
interface ProcessOptions {
  readonly onCommand?: OnCommand;
  /** Called before each append; an error fails the append. */
  readonly beforeAppend?: (stream: string, events: readonly { readonly type: string }[]) => void | Promise<void>;
  /** Default: empty ones of the process. */
  readonly notes?: NoteTexts;
}

/** The whole command service as the product composes it, over the real event store and the real read models. */
export interface WholeService {
  readonly connectionString: string;
  readonly pool: Pool;
  readonly store: EventStore;
  /** Those that were started first. Calls rotate between them. */
  readonly processes: readonly ServiceProcess[];
  readonly app: FastifyInstance;
  readonly billing: CommandService['billing'];
  /** Accounts that no longer exist; a test may add to it. */
  readonly erased: Set<string>;
  /** The clock of all processes; a test may set it. */
  now: Date;
  another(options?: ProcessOptions): Promise<ServiceProcess>;
  readonly call: Call;
  /** Appends events of other commands, now. */
  happen(stream: string, ...events: readonly AnyEvent[]): Promise<void>;
  /** Everything that was stored, oldest first. @param stream default: of all streams */
  events(stream?: string): Promise<readonly AnyEvent[]>;
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
    /** Default: the built-in one. */
    readonly payments?: (pool: Pool) => PaymentProvider;
  } = {},
): Promise<WholeService> {
  const { wrap = (store) => store } = options;
  const { payments = (pool) => createOfflineProvider({ pool, publicUrl: PUBLIC_URL }) } = options;
  const database = await createTestDatabase(commandServiceTemplate);
  const { connectionString } = database;
  const pool = createPool({ connectionString, applicationName: 'whole-command-service-spec' });
  const stores: EventStore[] = [];
  const apps: FastifyInstance[] = [];
  const watched: ReadonlySet<string>[] = [];

  async function another({ onCommand, beforeAppend, notes }: ProcessOptions = {}): Promise<ServiceProcess> {
    const opened = wrap(createPostgresEventStore({ connectionString }));
    stores.push(opened);
    const append: EventStore['append'] = async (stream, revision, events, ...rest) => {
      await beforeAppend?.(stream, events);
      return opened.append(stream, revision, events, ...rest);
    };
    const logged: Record<string, unknown>[] = [];
    const error = { value: (about: object) => void logged.push({ ...about }) };
    const app = createApp({ logger: silentLogger, publicOrigin: null });
    watched.push(watchRefusals(app));
    const erasedAmong = async (ids: readonly string[]) => new Set(ids.filter((id) => whole.erased.has(id)));
    const service = mountCommandService(app, {
      ...{ pool, publicUrl: PUBLIC_URL, clock: () => whole.now },
      store: { ...opened, append },
      logger: options.logger ?? (Object.create(silentLogger, { error }) as FastifyBaseLogger),
      ...(onCommand && { onCommand }),
      authenticate: sessionOfTest,
      visitorIdOf: visitorOfCookie,
      answerSealing: markedSealing,
      accounts: testAccounts({ ...notes, erasedAmong, knownErasedAmong: erasedAmong }),
      payments: payments(pool),
    });
    await app.ready();
    apps.push(app);
    return { ...service, app, logged, call: (...request) => callOn(app, ...request) };
  }

  const whole = { now: new Date('2026-05-10T10:00:00.000Z'), erased: new Set<string>() } as WholeService;
  const first = await another();
  const processes = [first];
  for (let n = 1; n < (options.processes ?? 1); n += 1) processes.push(await another());
  const store = createPostgresEventStore({ connectionString });
  const projector = startProductProcessor({ store, pool, logger: silentLogger });
  let calls = 0;

  return Object.assign<WholeService, Omit<WholeService, 'now' | 'erased'>>(whole, {
    ...{ connectionString, pool, store, processes, another, app: first.app, billing: first.billing },
    call(...request) {
      calls += 1;
      return (processes[calls % processes.length] as ServiceProcess).call(...request);
    },
    happen: (stream, ...events) => appendFacts(store, whole.now, stream, events),
    events: async (stream) =>
      (stream === undefined ? await store.readAll(0n, 100_000) : await store.readStream(stream)).map(
        (event) => decodeEvent(event).fact,
      ),
    projected: createProjectedWait({ pool, store, names: ['sites', 'qrs'], waitMs: 50_000 }),
    async stop() {
      for (const app of apps) await app.close();
      await projector.stop();
      for (const opened of [...stores, store]) await opened.close();
      await pool.end();
      await database.drop();
      watched.forEach(assertAllDeclared);
    },
  });
}

/** Puts a tenant on a plan, as if it had paid long ago. */
export async function putOnPlan(service: WholeService, { tenantId }: { tenantId: string }, plan: 'pro' | 'ultra') {
  const data = { tenantId, plan, reference: `long ago ${plan}` };
  await service.happen(streams.subscription(tenantId), { type: 'SubscriptionStarted', data });
}

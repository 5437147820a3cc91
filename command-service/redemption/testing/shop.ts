import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type AnyEvent, streams } from '@perktree/contracts/catalogue/events';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { eventStoreTemplate } from '@perktree/event-store/testing/template';
import { createApp } from '@perktree/platform/http/app';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { CommandServiceDeps } from '../../deps.ts';
import { createCommandHandler } from '../../engine/command-handler.ts';
import type { TokenTarget } from '../../http/lookups/port.ts';
import { type NewRedemptionCode, randomRedemptionCode } from '../../scan/open-scan.ts';
import { mountScanRoutes } from '../../scan/routes.ts';
import { createQuotas } from '../../subscription/quotas.ts';
import { markedSealing } from '../../testing/answer-sealing.ts';
import { appendFacts } from '../../testing/append-facts.ts';
import { memoryNotes } from '../../testing/memory-notes.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { visitorOfCookie } from '../../testing/visitor-of-cookie.ts';
import { mountCustomerRoute } from '../customer-route.ts';
import { mountReverseRoute } from '../reverse-route.ts';
import { mountCounterRoutes } from '../routes.ts';
import { type ShopOptions, seedSite, type TestSite } from './seed-site.ts';

const ROLES_OF: Readonly<Record<string, readonly Role[]>> = {
  owner: ['site_owner', 'customer'],
  staff: ['staff', 'customer'],
  colleague: ['staff', 'customer'],
  stranger: ['staff', 'customer'],
  distributor: ['distributor', 'customer'],
};

const BEGAN = new Date('2026-06-01T12:00:00.000Z');

/** Scan and redemption calls over the real event store, with look-ups in memory. */
export interface TestShop {
  readonly store: EventStore;
  /** Simulates a read model of staff that lags: it knows the first site only. */
  staffSitesAreStale: boolean;
  /** The current time; a test may set it. */
  clock: Date;
  site: TestSite;
  /** For the next test: as at first, with another site in the place of all. */
  renew(): Promise<void>;
  openSite(name: string, options?: ShopOptions): Promise<TestSite>;
  /** Another site, with other options, in the place of all. */
  renewWith(options: ShopOptions): Promise<void>;
  /** Appends events of other commands. */
  happen(stream: string, ...events: readonly AnyEvent[]): Promise<void>;
  events(stream: string): Promise<readonly AnyEvent[]>;
  /** @param user null: not signed in */
  post(user: string | null, url: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any;
  readonly headers: LightMyRequestResponse['headers'];
}

export async function createTestShop(
  options: ShopOptions & {
    readonly newCode?: NewRedemptionCode;
    /** Number of processes. Each has its own memory; calls rotate between them. */
    readonly processes?: number;
  } = {},
): Promise<TestShop> {
  const database = await createTestDatabase(eventStoreTemplate);
  const store = createPostgresEventStore({ connectionString: database.connectionString });
  const tokens = new Map<string, TokenTarget>();
  const siteIds: string[] = [];
  const clock = () => shop.clock;
  const newCode = options.newCode ?? randomRedemptionCode;
  // The same for every user: the streams decide at which sites a user works.
  const staffSites = {
    of: async () => (shop.staffSitesAreStale ? siteIds.slice(0, 1) : siteIds),
    freshOf: async () => siteIds,
  };

  const notes = memoryNotes();
  async function qrOfRedemption(redemptionId: string): Promise<string | null> {
    for (const { qrId } of tokens.values()) {
      const events = await store.readStream(streams.redemptions(qrId));
      if (events.some(({ data }) => JSON.stringify(data).includes(redemptionId))) return qrId;
    }
    return null;
  }

  async function startProcess(): Promise<FastifyInstance> {
    const app = createApp({ logger: false, publicOrigin: null });
    const handler = createCommandHandler({ store, logger: silentLogger });
    const deps = {
      ...{ store, clock, publicUrl: 'http://localhost:3000', logger: silentLogger },
      handler,
      quotas: createQuotas({ handler, store, logger: silentLogger }),
      authenticate: async ({ headers }: { headers: Record<string, unknown> }) => sessionOf(headers['x-user']),
      accounts: {
        ...notes,
        displayNames: async (ids: string[]) => new Map(ids.map((id) => [id, `Name of ${id}`])),
      },
      visitorIdOf: visitorOfCookie,
      answerSealing: markedSealing,
      lookups: { byToken: async (token: string) => tokens.get(token) ?? null, qrOfRedemption },
    } as unknown as CommandServiceDeps;
    mountScanRoutes(app, deps, { newCode });
    mountCustomerRoute(app, deps, newCode);
    mountCounterRoutes(app, deps, staffSites);
    mountReverseRoute(app, deps);
    await app.ready();
    return app;
  }
  const processes = await Promise.all(Array.from({ length: options.processes ?? 1 }, startProcess));
  let calls = 0;
  let sites = 0;

  const shop: TestShop = {
    store,
    staffSitesAreStale: false,
    clock: BEGAN,
    // Opened below.
    site: undefined as never,
    async renew() {
      Object.assign(shop, { staffSitesAreStale: false, clock: BEGAN });
      await shop.renewWith(options);
    },
    async renewWith(siteOptions) {
      siteIds.length = 0;
      tokens.clear();
      shop.site = await shop.openSite('Corner shop', siteOptions);
    },
    async openSite(name, siteOptions = {}) {
      sites += 1;
      const site = await seedSite(shop, name, siteOptions, `${name} ${sites}`);
      siteIds.push(site.siteId);
      tokens.set(site.customerToken, { ...site, kind: 'customer' });
      tokens.set(site.distributorToken, { ...site, kind: 'distributor' });
      return site;
    },
    happen: (stream, ...events) => appendFacts(store, shop.clock, stream, events),
    events: async (stream) => (await store.readStream(stream)).map((event) => decodeEvent(event).fact),
    async post(user, url, body, headers = {}) {
      calls += 1;
      const response = await processes[calls % processes.length]?.inject({
        method: 'POST',
        url,
        payload: body,
        headers: { ...(user === null ? {} : { 'x-user': user }), ...headers },
      });
      if (!response) throw new Error('no process');
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
    async close() {
      await Promise.all(processes.map((app) => app.close()));
      await store.close();
      await database.drop();
    },
  };
  await shop.renew();
  return shop;
}

function sessionOf(user: unknown) {
  if (typeof user !== 'string') return null;
  const allRoles = ROLES_OF[user] ?? ['customer'];
  return { sessionId: user, userId: user, role: allRoles[0], allRoles, tenantId: null };
}

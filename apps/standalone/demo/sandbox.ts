import { randomBytes } from 'node:crypto';
import type { CommandServiceDeps } from '@perktree/command-service/deps';
import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { mountCommissionTreeRoutes } from '@perktree/command-service/qr/routes';
import { mountReverseRoute } from '@perktree/command-service/redemption/reverse-route';
import { mountRedemptionRoutes } from '@perktree/command-service/redemption/routes';
import { mountScanRoutes } from '@perktree/command-service/scan/routes';
import { mountSiteRoutes } from '@perktree/command-service/site/routes';
import { createQuotas } from '@perktree/command-service/subscription/quotas';
import { createMemoryEventStore } from '@perktree/event-store/memory/memory-event-store';
import type { EventStore } from '@perktree/event-store/port';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';
import { createEventLookups, type DemoLookups } from './event-lookups.ts';

const SESSION_HEADER = 'x-sandbox-session';

/** Dependencies that the sandbox shares with the running product. */
type SandboxOptions = Pick<CommandServiceDeps, 'accounts' | 'pool' | 'payments' | 'publicUrl' | 'logger'>;

/** The write side on an in-memory event store, with a clock that the caller sets. Generates history by the same deciders. */
export interface Sandbox {
  now: Date;
  readonly store: EventStore;
  readonly deps: CommandServiceDeps;
  readonly lookups: DemoLookups;
  /** Makes a call. @param as null for an anonymous visitor @throws Error if the status is 4xx or 5xx */
  call<Answer>(as: Session | null, method: 'POST' | 'PUT', url: string, body?: object): Promise<Answer>;
  close(): Promise<void>;
}

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { logger } = options;
  const store = createMemoryEventStore();
  const handler = createCommandHandler({ store, logger });
  const lookups = createEventLookups(store);
  const app = createApp({ logger, publicOrigin: null });
  const deps: CommandServiceDeps = {
    ...options,
    // Generated people have no accounts yet: these are imported with their history.
    accounts: { ...options.accounts, displayNames: async () => new Map(), invitationAcceptance: async () => 'allowed' },
    store,
    handler,
    lookups,
    quotas: createQuotas({ handler, store, logger }),
    clock: () => sandbox.now,
    // Its calls have no idempotency keys.
    answerSealing: { seal: (text) => text, open: (sealed) => sealed },
    // Each visit comes from another browser.
    visitorIdOf: async () => randomBytes(16).toString('base64url'),
    authenticate: async ({ headers }) => JSON.parse(String(headers[SESSION_HEADER] ?? 'null')) as Session | null,
  };
  mountSiteRoutes(app, deps);
  mountCommissionTreeRoutes(app, deps);
  mountScanRoutes(app, deps);
  const { sitesStaffedBy } = lookups;
  mountRedemptionRoutes(app, deps, { staffSites: { of: sitesStaffedBy, freshOf: sitesStaffedBy } });
  mountReverseRoute(app, deps);
  await app.ready();

  const sandbox: Sandbox = {
    now: new Date(0),
    store,
    deps,
    lookups,
    async call(as, method, url, body) {
      const headers = as ? { [SESSION_HEADER]: JSON.stringify(as) } : {};
      const response = await app.inject({ method, url, headers, ...(body && { payload: body }) });
      if (response.statusCode >= 400) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
      return response.json();
    },
    async close() {
      await app.close();
      await store.close();
    },
  };
  return sandbox;
}

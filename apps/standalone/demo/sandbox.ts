import { randomBytes } from 'node:crypto';
import type { CommandServiceDeps } from '@perktree/command-service/deps';
import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import type { Lookups, QrPlace, TokenTarget } from '@perktree/command-service/http/lookups/port';
import { type CommissionTreeState, commissionTreeFold } from '@perktree/command-service/qr/decisions/state';
import { mountCommissionTreeRoutes } from '@perktree/command-service/qr/routes';
import { mountCustomerRoute } from '@perktree/command-service/redemption/customer-route';
import { mountReverseRoute } from '@perktree/command-service/redemption/reverse-route';
import { mountCounterRoutes } from '@perktree/command-service/redemption/routes';
import { mountScanRoutes } from '@perktree/command-service/scan/routes';
import { mountSiteRoutes } from '@perktree/command-service/site/routes';
import { createQuotas } from '@perktree/command-service/subscription/quotas';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent, CommissionTreeEvent } from '@perktree/contracts/catalogue/events';
import { createMemoryEventStore } from '@perktree/event-store/memory/memory-event-store';
import type { EventStore } from '@perktree/event-store/port';
import { createApp } from '@perktree/platform/http/app';
import type { Session } from '@perktree/platform/http/session';

const PAGE = 1_000;

interface Tokens {
  readonly customerToken: string;
  readonly distributorToken: string;
}

interface DemoLookups extends Lookups {
  tokensOf(qrId: string): Promise<Tokens>;
}

/** Look-ups computed from the events. Each one first reads the events that were added since the last one. */
function createEventLookups(store: Pick<EventStore, 'readAll'>): DemoLookups {
  const byToken = new Map<string, TokenTarget>();
  const tokens = new Map<string, Tokens>();
  const places = new Map<string, QrPlace>();
  const trees = new Map<string, { readonly tree: CommissionTreeState; readonly isOfOwner: boolean }>();
  const staff = new Map<string, Set<string>>();
  const redemptions = new Map<string, string>();
  const workers = new Set<string>();
  let position = 0n;

  function addQr({ rootQrId, siteId, tenantId }: Omit<QrPlace, 'qrId'>, qr: Tokens & { readonly qrId: string }): void {
    const place = { qrId: qr.qrId, rootQrId, siteId, tenantId };
    places.set(qr.qrId, place);
    tokens.set(qr.qrId, qr);
    byToken.set(qr.customerToken, { ...place, kind: 'customer' });
    byToken.set(qr.distributorToken, { ...place, kind: 'distributor' });
  }

  function fold({ type, data }: AnyEvent): void {
    if (type === 'RootQrCreated' || type === 'SiblingQrCreated') addQr(data, data.qr);
    if (type === 'QrSplit') for (const child of data.children) addQr(data, child);
    if (type === 'QrClaimed') workers.add(workerKey(data.distributorId, data.siteId));
    if (type === 'StaffJoined') staff.set(data.userId, new Set(staff.get(data.userId)).add(data.siteId));
    if (type === 'BenefitRedeemed') redemptions.set(data.redemptionId, data.qrId);
    if (type === 'StaffRemoved') staff.get(data.userId)?.delete(data.siteId);
  }

  async function catchUp(): Promise<void> {
    for (;;) {
      const page = await store.readAll(position, PAGE);
      for (const event of page) {
        position = event.position;
        if (event.stream.startsWith('scan-')) continue;
        const { stream, fact, metadata } = decodeEvent(event);
        fold(fact);
        if (stream.startsWith('commissionTree-')) {
          const before = trees.get(stream);
          const tree = commissionTreeFold.evolve(
            before?.tree ?? null,
            fact as CommissionTreeEvent,
            metadata.recordedAt,
            metadata.actor.role,
          );
          trees.set(stream, { tree, isOfOwner: before?.isOfOwner ?? metadata.actor.role !== 'distributor' });
        }
      }
      if (page.length < PAGE) return;
    }
  }

  return {
    async byToken(token) {
      if (!byToken.has(token)) await catchUp();
      return byToken.get(token) ?? null;
    },
    async byQrId(qrId) {
      if (!places.has(qrId)) await catchUp();
      return places.get(qrId) ?? null;
    },
    async tokensOf(qrId) {
      if (!tokens.has(qrId)) await catchUp();
      const found = tokens.get(qrId);
      if (!found) throw new Error(`there is no QR ${qrId}`);
      return found;
    },
    async qrOfRedemption(redemptionId) {
      if (!redemptions.has(redemptionId)) await catchUp();
      return redemptions.get(redemptionId) ?? null;
    },
    counters: async (qrIds) =>
      new Map(qrIds.map((qrId) => [qrId, { totalScans: 0, totalRedemptions: 0, createdBy: null }])),
    async claimedOffers(distributorId, siteId) {
      await catchUp();
      return [...trees.values()].flatMap(({ tree, isOfOwner }) =>
        [...(tree?.siteId === siteId ? tree.qrs.values() : [])].flatMap(({ ownerId, terms }) => {
          const { benefit, maxRedemptions, commissionPercent } = terms;
          return ownerId === distributorId ? [{ benefit, maxRedemptions, commissionPercent, isOfOwner }] : [];
        }),
      );
    },
    // Claims are enough: a distributor earns only with a claimed QR.
    async hasWorkedOn(distributorId, siteId) {
      await catchUp();
      return workers.has(workerKey(distributorId, siteId));
    },
    async sitesStaffedBy(userId) {
      await catchUp();
      return [...(staff.get(userId) ?? [])];
    },
    remember: () => {},
    forget: () => {},
  };
}

function workerKey(distributorId: string, siteId: string): string {
  return `${siteId}:${distributorId}`;
}

const SESSION_HEADER = 'x-sandbox-session';

/** Dependencies that the sandbox shares with the running product. */
type SandboxOptions = Pick<CommandServiceDeps, 'accounts' | 'pool' | 'payments' | 'publicUrl' | 'logger'>;

/** The write side on an in-memory event store, with a clock that the caller sets. Generates history by the same decisions. */
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
  mountCustomerRoute(app, deps);
  mountCounterRoutes(app, deps, { of: sitesStaffedBy, freshOf: sitesStaffedBy });
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

import { randomUUID } from 'node:crypto';
import { type SiteEvent, streams } from '@perktree/contracts/catalogue/events';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import type { EventStore } from '@perktree/event-store/port';
import { deriveUuid, type Execution } from '../../engine/command.ts';
import { createCommandHandler } from '../../engine/command-handler.ts';
import { systemCommandContext } from '../../http/command-context.ts';
import { type SiteState, siteFold } from '../../site/decisions/state.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { subscriptionFold, used } from '../decisions/state.ts';
import { createQuotas, executeWithQuota } from '../quotas.ts';

export const TENANT = deriveUuid('tenant');

/** For specs: one process's quotas of one tenant, with its sites as the facts. */
export function tenantOn(store: EventStore, clock: { now: string } = { now: '2026-05-10T10:00:00.000Z' }) {
  const handler = createCommandHandler({ store, logger: silentLogger });
  const quotas = createQuotas({ handler, store, logger: silentLogger });
  const stream = streams.subscription(TENANT);
  const contextOf = (cause: string) =>
    systemCommandContext({ commandName: 'spec', cause, clock: () => new Date(clock.now) });

  const siteCreation = (siteId: string, cause: string): Execution<SiteState, SiteEvent> => ({
    stream: streams.site(siteId),
    fold: siteFold,
    decide: (site) => {
      if (site) return [];
      const named = { ownerId: 'owner', name: 'Site', currency: 'EUR' as const };
      const configuration = DEFAULT_SITE_CONFIGURATION;
      return [{ type: 'SiteCreated', data: { siteId, tenantId: TENANT, ...named, configuration } }];
    },
    context: contextOf(cause),
  });
  const storeSite = (siteId: string, cause: string) => handler.execute(siteCreation(siteId, cause));

  return {
    quotas,
    handler,
    contextOf,
    state: async () => (await handler.load(stream, subscriptionFold)).state,
    used: async (quota: 'sites' | 'activeQrs' | 'redemptions') =>
      used((await handler.load(stream, subscriptionFold)).state, quota, clock.now),
    storeSite,
    /** Creates a site with quota taken for it. @param work instead of storing the site */
    createSite: (
      cause: string = randomUUID(),
      work: (siteId: string) => Promise<unknown> = (siteId) => storeSite(siteId, cause),
    ) => {
      const siteId = deriveUuid('site', cause);
      const items = [{ id: siteId, stream: streams.site(siteId), until: null }];
      const use = { tenantId: TENANT, quota: 'sites' as const, context: contextOf(cause), items };
      return quotas.reserveFor(use, () => work(siteId));
    },
    /** As the product does it: dry run, reservation, append. Creates a site for every kind of quota. */
    executeTakingRedemption: (cause: string) => {
      const siteId = deriveUuid('site', cause);
      const items = [{ id: siteId, stream: streams.site(siteId), until: '2026-06-01T00:00:00.000Z' }];
      const needed = { tenantId: TENANT, quota: 'redemptions' as const, items };
      return executeWithQuota({ handler, quotas }, needed, siteCreation(siteId, cause));
    },
    startPlan: (plan: 'pro' | 'ultra', reference: string) =>
      handler.execute({
        stream,
        fold: subscriptionFold,
        decide: () => [{ type: 'SubscriptionStarted', data: { tenantId: TENANT, plan, reference } }],
        context: contextOf(`start ${reference}`),
      }),
    endPlan: (reference: string, redemptionsThisMonth = 0) =>
      handler.execute({
        stream,
        fold: subscriptionFold,
        decide: () => [{ type: 'SubscriptionEnded', data: { tenantId: TENANT, reference, redemptionsThisMonth } }],
        context: contextOf(`end ${reference}`),
      }),
  };
}

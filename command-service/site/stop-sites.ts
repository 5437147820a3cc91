import { streams } from '@perktree/contracts/catalogue/events';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { executeReleasing, type Quotas } from '../subscription/quotas.ts';
import { decideStopSite } from './decisions/configure-site.ts';
import { siteFold } from './decisions/state.ts';

/** Stops all sites of a tenant whose owner leaves, and releases their quota. Idempotent. */
export function createStopSites(deps: {
  readonly handler: CommandHandler;
  readonly quotas: Quotas;
  readonly sitesOfTenant: (tenantId: string) => Promise<readonly string[]>;
}): (tenant: { tenantId: string; context: CommandContext }) => Promise<void> {
  return async ({ tenantId, context }) => {
    for (const siteId of await deps.sitesOfTenant(tenantId)) {
      await executeReleasing(
        deps,
        { tenantId, quota: 'sites', ids: [siteId] },
        {
          stream: streams.site(siteId),
          fold: siteFold,
          decide: (site) => decideStopSite(site, { tenantId }),
          context: { ...context, commandId: deriveUuid('stop site', context.commandId, siteId) },
        },
      );
    }
  };
}

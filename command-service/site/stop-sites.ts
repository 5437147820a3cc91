import { streams } from '@perktree/contracts/streams';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../command-handler.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { decideStopSite } from '../domain/site/decide-stop.ts';
import { siteDecider } from '../domain/site/state.ts';
import type { Quotas } from '../subscription/quotas.ts';

/** Stops all sites of a tenant whose owner leaves, and gives their quota back. What is stopped already stays so. */
export function createStopSites(deps: {
  readonly handler: CommandHandler;
  readonly quotas: Quotas;
  readonly sitesOfTenant: (tenantId: string) => Promise<readonly string[]>;
}): (tenant: { tenantId: string; context: CommandContext }) => Promise<void> {
  const { handler, quotas, sitesOfTenant } = deps;
  return async ({ tenantId, context: asked }) => {
    for (const siteId of await sitesOfTenant(tenantId)) {
      const context = { ...asked, commandId: deriveUuid('stop site', asked.commandId, siteId) };
      await quotas.returning({ tenantId, quota: 'sites', ids: [siteId], context }, () =>
        handler.execute({
          stream: streams.site(siteId),
          decider: siteDecider,
          decide: (site) => decideStopSite(site, { tenantId }),
          context,
        }),
      );
    }
  };
}

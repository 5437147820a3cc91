import { streams } from '@perktree/contracts/streams';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyRequest } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { CommandHandler } from '../command-handler.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { decideStopSite } from './decide-stop.ts';
import { siteDecider } from './state.ts';

/** Stops all sites of a tenant whose owner leaves. Sites that are stopped already stay as they are. */
export function createStopSites(deps: {
  readonly handler: CommandHandler;
  readonly clock: () => Date;
  readonly sitesOfTenant: (tenantId: string) => Promise<readonly string[]>;
}): (tenant: { tenantId: string; session: Session; request: FastifyRequest }) => Promise<void> {
  const { handler, clock, sitesOfTenant } = deps;
  return async ({ tenantId, session, request }) => {
    const asked = commandContext({ request, session, commandName: 'StopSite', clock, role: 'site_owner' });
    for (const siteId of await sitesOfTenant(tenantId)) {
      await handler.execute({
        stream: streams.site(siteId),
        decider: siteDecider,
        decide: (site) => decideStopSite(site, { tenantId }),
        context: { ...asked, commandId: deriveUuid('stop site', asked.commandId, siteId) },
      });
    }
  };
}

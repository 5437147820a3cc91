import type { CommandServiceDeps } from '../deps.ts';
import { systemCommandContext } from '../http/command-context.ts';
import { doOrLog } from '../http/do-or-log.ts';
import { createTenantSites, tenantsWithActiveSites } from '../http/lookups/tenant-sites.ts';
import { createStopSites } from './stop-sites.ts';

/**
 * For a recurring job: stops sites whose owner's account was erased. They are left active by a restore that was
 * interrupted, and by a site that was opened while its owner's account was being erased.
 */
export function createStopSitesWithoutOwner(
  deps: Pick<CommandServiceDeps, 'handler' | 'quotas' | 'pool' | 'store' | 'clock' | 'accounts' | 'logger'>,
): () => Promise<void> {
  const { pool, clock, accounts, logger } = deps;
  const stopSites = createStopSites({ ...deps, sitesOfTenant: createTenantSites(deps) });

  async function stopSitesOf(tenantId: string): Promise<void> {
    // With the time, so that a site that was activated after an earlier run is stopped again.
    const cause = `owner of ${tenantId} erased, found at ${clock().toISOString()}`;
    await stopSites({ tenantId, context: systemCommandContext({ commandName: 'StopSite', cause, clock }) });
  }

  return async () => {
    for (const tenantId of await accounts.tenantsWithoutOwner(await tenantsWithActiveSites(pool))) {
      const failure = 'the sites of an erased owner were not stopped yet';
      await doOrLog(logger, { failure, tenantId }, () => stopSitesOf(tenantId));
    }
  };
}

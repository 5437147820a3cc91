import { systemCommandContext } from '@perktree/command-service/api/command-context';
import { createTenantSites } from '@perktree/command-service/api/lookups/tenant-sites';
import { createStopSites } from '@perktree/command-service/api/site/stop-sites';
import { createQuotas } from '@perktree/command-service/api/subscription/quotas';
import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import type { EventStore } from '@perktree/event-store/port';
import { type Cleaned, cleanRestoredAccounts } from '@perktree/identity/restored-accounts';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/**
 * Makes a restored database safe to serve, in the open transaction of the client: ends all sessions and links, and erases
 * the accounts again that were erased after the backup.
 */
export async function cleanRestored(client: Queryable, erasedSince: readonly string[]): Promise<Cleaned> {
  const cleaned = await cleanRestoredAccounts(client, erasedSince);
  await client.query('DELETE FROM command_service.idempotency_keys');
  await client.query('DELETE FROM command_service.payout_accounts WHERE user_id = ANY($1)', [cleaned.erased]);
  return cleaned;
}

/** Deactivates the sites of erased owners. The read models must be up to date. */
export async function stopSitesWithoutOwner(
  { store, pool, logger }: { readonly store: EventStore; readonly pool: Pool; readonly logger: FastifyBaseLogger },
  tenantIds: readonly string[],
): Promise<void> {
  const handler = createCommandHandler({ store, logger });
  const quotas = createQuotas({ handler, store, logger });
  // Look up all sites before the first append: no projector runs, so a later look-up would wait for that event.
  const sitesOfTenant = createTenantSites({ pool, store });
  const sites = new Map(await Promise.all(tenantIds.map(async (id) => [id, await sitesOfTenant(id)] as const)));
  const stopSites = createStopSites({ handler, quotas, sitesOfTenant: async (id) => sites.get(id) ?? [] });
  const clock = () => new Date();
  for (const tenantId of tenantIds) {
    const cause = `restore: owner of ${tenantId} erased`;
    await stopSites({ tenantId, context: systemCommandContext({ commandName: 'StopSite', cause, clock }) });
  }
}

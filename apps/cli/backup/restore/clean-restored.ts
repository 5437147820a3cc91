import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { systemCommandContext } from '@perktree/command-service/http/command-context';
import { createTenantSites, tenantsWithActiveSites } from '@perktree/command-service/http/lookups/tenant-sites';
import { createStopSites } from '@perktree/command-service/site/stop-sites';
import { createQuotas } from '@perktree/command-service/subscription/quotas';
import type { EventStore } from '@perktree/event-store/port';
import { tenantsWithoutOwner } from '@perktree/identity/accounts';
import { type Cleaned, cleanRestoredAccounts } from '@perktree/identity/restored-accounts';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/**
 * Makes a restored database safe to serve, in the open transaction of the client: ends all sessions and links, and erases
 * the accounts again that were erased after the backup.
 */
export async function cleanRestored(client: Queryable, erasedSince: readonly string[]): Promise<Cleaned> {
  const cleaned = await cleanRestoredAccounts(client, erasedSince);
  await client.query('DELETE FROM command_service.idempotency_keys');
  await client.query('DELETE FROM files.files WHERE user_id = ANY($1)', [cleaned.erased]);
  await client.query('DELETE FROM command_service.payout_accounts WHERE user_id = ANY($1)', [cleaned.erased]);
  // Also of owners whose erasure the backup holds, or an interrupted restore has stored.
  await client.query(
    `DELETE FROM command_service.billing_customers WHERE NOT EXISTS
       (SELECT FROM identity.tenants t WHERE t.id = tenant_id AND t.owner_id IS NOT NULL)`,
  );
  await client.query('UPDATE webhooks.endpoints SET restored_at = coalesce(restored_at, now())');
  await client.query('DELETE FROM command_service.refusals WHERE person_id = ANY($1) OR actor_id = ANY($1)', [
    cleaned.erased,
  ]);
  return cleaned;
}

/**
 * Deactivates the active sites of businesses without an owner, also those that an interrupted restore has left. The read
 * models must be up to date.
 * @param accounts reads the accounts: a client whose open transaction erases owners, or a pool
 */
export async function stopSitesWithoutOwner(
  { store, pool, logger }: { readonly store: EventStore; readonly pool: Pool; readonly logger: FastifyBaseLogger },
  accounts: Queryable,
): Promise<void> {
  const tenantIds = [...(await tenantsWithoutOwner(accounts, await tenantsWithActiveSites(pool)))];
  const handler = createCommandHandler({ store, logger });
  const quotas = createQuotas({ handler, store, logger });
  // Look up all sites before the first append: no projector runs, so a later look-up would wait for that event.
  const sitesOfTenant = createTenantSites({ pool, store });
  const sites = new Map(await Promise.all(tenantIds.map(async (id) => [id, await sitesOfTenant(id)] as const)));
  const stopSites = createStopSites({ handler, quotas, sitesOfTenant: async (id) => sites.get(id) ?? [] });
  const clock = () => new Date(systemTimers.now());
  for (const tenantId of tenantIds) {
    const cause = `restore: owner of ${tenantId} erased`;
    await stopSites({ tenantId, context: systemCommandContext({ commandName: 'StopSite', cause, clock }) });
  }
}

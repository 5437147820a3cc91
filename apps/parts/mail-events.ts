import type { CommandService } from '@perktree/command-service/service';
import { subscriptionFold, used } from '@perktree/command-service/subscription/decisions/state';
import { streams } from '@perktree/contracts/catalogue/events';
import { quotaLimit } from '@perktree/contracts/subscription/plans';
import type { WebhookSecrets } from '@perktree/contracts/webhook/deliveries';
import type { EventLookups } from '@perktree/mail-service/mails-of-event';
import { configurationOf } from '@perktree/query-service/site/configuration-of';
import type { Pool } from 'pg';

/** Looks up data for mails that their events do not contain. */
export function mailLookups(
  pool: Pool,
  { handler, clock }: Pick<CommandService, 'handler' | 'clock'>,
  secrets: Pick<WebhookSecrets, 'endpointsOf'>,
): EventLookups {
  return {
    async site(siteId) {
      const { rows } = await pool.query<{ name: string; configuration: string }>(
        'SELECT name, configuration FROM read_models.sites WHERE site_id = $1',
        [siteId],
      );
      const [row] = rows;
      return row === undefined ? null : { name: row.name, timeZone: configurationOf(row.configuration).timeZone };
    },
    async planUse(tenantId, quota) {
      const { state } = await handler.load(streams.subscription(tenantId), subscriptionFold);
      return { used: used(state, quota, clock().toISOString()), limit: quotaLimit(state.plan, quota) };
    },
    async endpointUrl(tenantId, endpointId) {
      const endpoints = await secrets.endpointsOf(tenantId);
      return endpoints.find((endpoint) => endpoint.endpointId === endpointId)?.url ?? null;
    },
  };
}

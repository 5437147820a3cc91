import { streams } from '@perktree/contracts/catalogue/events';
import type { WebhookEndpoints } from '@perktree/contracts/webhook/deliveries';
import type { CommandServiceDeps } from '../deps.ts';
import { systemCommandContext } from '../http/command-context.ts';
import { disableEndpoint } from './decisions/endpoint.ts';
import { webhookEndpointsFold } from './decisions/state.ts';

/** The settings of endpoints that deliveries need, from the events stored at the time of the call. */
export function createConfiguredEndpoints({
  handler,
  clock,
}: Pick<CommandServiceDeps, 'handler' | 'clock'>): WebhookEndpoints {
  return {
    async find(tenantId, endpointId) {
      const { state } = await handler.load(streams.webhookEndpoints(tenantId), webhookEndpointsFold);
      const endpoint = state.get(endpointId);
      if (endpoint === undefined) return null;
      const { eventTypes, siteIds, disabledReason } = endpoint;
      return { eventTypes, siteIds, isEnabled: disabledReason === null };
    },
    async disable({ tenantId, endpointId, reason, failingSince }) {
      const cause = `disable ${endpointId}, failing since ${failingSince}`;
      await handler.execute({
        stream: streams.webhookEndpoints(tenantId),
        fold: webhookEndpointsFold,
        context: systemCommandContext({ commandName: 'DisableWebhookEndpoint', cause, clock }),
        decide: (state) => disableEndpoint(state, endpointId, reason),
      });
    },
  };
}

import { streams } from '@perktree/contracts/catalogue/events';
import type { CommandServiceDeps } from '../deps.ts';
import { systemCommandContext } from '../http/command-context.ts';
import type { WebhookEndpointHandlers } from '../webhook/handlers.ts';
import { revokeAllAccess } from './decisions/api-key.ts';
import { apiKeysFold } from './decisions/state.ts';

/** Revokes the API keys, open device pairings and webhook endpoints of a business, which outlive sessions. Idempotent. */
export function createRevokeAccess(
  deps: Pick<CommandServiceDeps, 'handler' | 'clock'> & {
    readonly endpoints: Pick<WebhookEndpointHandlers, 'removeAll'>;
  },
): (business: { readonly tenantId: string; readonly correlationId: string }) => Promise<void> {
  const { handler, clock, endpoints } = deps;
  return async ({ tenantId, correlationId }) => {
    const contextOf = (commandName: string, what: string) => ({
      ...systemCommandContext({ commandName, cause: `${correlationId} ${what}`, clock }),
      correlationId,
    });
    const context = contextOf('RevokeAllAccess', tenantId);
    await handler.execute({
      stream: streams.apiKeys(tenantId),
      fold: apiKeysFold,
      context,
      decide: (state) => revokeAllAccess(state, context.now),
    });
    await endpoints.removeAll(tenantId, (endpointId) => contextOf('RemoveWebhookEndpoint', endpointId));
  };
}

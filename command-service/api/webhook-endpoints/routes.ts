import { webhookEndpointCalls as calls } from '@perktree/contracts/http/webhook-endpoints';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { asOwner } from '../business-caller.ts';
import type { CommandServiceDeps } from '../deps.ts';
import type { WebhookEndpointHandlers } from './handlers.ts';

/**
 * Routes by which an owner manages webhook endpoints. Answers stored for an `Idempotency-Key` must be encrypted, because they
 * contain secrets.
 */
export function mountWebhookEndpointRoutes(
  app: FastifyInstance,
  deps: Pick<CommandServiceDeps, 'authenticate' | 'clock'> & { readonly endpoints: WebhookEndpointHandlers },
): void {
  const { authenticate, clock, endpoints } = deps;
  const by = (input: Parameters<typeof asOwner>[0]) => asOwner(input, clock);

  mountCall(app, authenticate, calls.createWebhookEndpoint, (input) => endpoints.create(input.body, by(input)));
  mountCall(app, authenticate, calls.listWebhookEndpoints, (input) => endpoints.list(by(input)));
  mountCall(app, authenticate, calls.changeWebhookEndpoint, (input) =>
    endpoints.change(input.params, input.body, by(input)),
  );
  mountCall(app, authenticate, calls.removeWebhookEndpoint, (input) => endpoints.remove(input.params, by(input)));
  mountCall(app, authenticate, calls.rotateWebhookSecret, (input) => endpoints.rotateSecret(input.params, by(input)));
  mountCall(app, authenticate, calls.testWebhookEndpoint, (input) => endpoints.test(input.params, by(input)));
  mountCall(app, authenticate, calls.webhookDeliveries, (input) =>
    endpoints.deliveries(input.params, input.query, { caller: by(input), reply: input.reply }),
  );
  mountCall(app, authenticate, calls.resendWebhookDelivery, (input) => endpoints.resend(input.params, by(input)));
  mountCall(app, authenticate, calls.replayWebhooks, (input) => endpoints.replay(input.params, input.body, by(input)));
}

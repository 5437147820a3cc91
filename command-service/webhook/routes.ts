import { webhookEndpointCalls as calls } from '@perktree/contracts/webhook/endpoint-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { asOwner } from '../http/business-caller.ts';
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
  const by = <I extends Parameters<typeof asOwner>[0]>(input: I) => ({ ...input, caller: asOwner(input, clock) });

  mountCall(app, authenticate, calls.createWebhookEndpoint, (input) => endpoints.create(by(input)));
  mountCall(app, authenticate, calls.listWebhookEndpoints, (input) => endpoints.list(by(input)));
  mountCall(app, authenticate, calls.changeWebhookEndpoint, (input) => endpoints.change(by(input)));
  mountCall(app, authenticate, calls.removeWebhookEndpoint, (input) => endpoints.remove(by(input)));
  mountCall(app, authenticate, calls.rotateWebhookSecret, (input) => endpoints.rotateSecret(by(input)));
  mountCall(app, authenticate, calls.testWebhookEndpoint, (input) => endpoints.test(by(input)));
  mountCall(app, authenticate, calls.webhookDeliveries, (input) => endpoints.deliveries(by(input)));
  mountCall(app, authenticate, calls.resendWebhookDelivery, (input) => endpoints.resend(by(input)));
  mountCall(app, authenticate, calls.replayWebhooks, (input) => endpoints.replay(by(input)));
}

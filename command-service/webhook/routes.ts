import { webhookEndpointCalls as calls } from '@perktree/contracts/webhook/endpoint-calls';
import { v1WebhookCalls as v1Calls } from '@perktree/contracts/webhook/v1-calls';
import type { AuthenticateKey } from '@perktree/platform/http/key-caller';
import { mountCall, mountKeyCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { asKey, asOwner } from '../http/business-caller.ts';
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

/** The same commands, for programs with an API key. */
export function mountV1WebhookRoutes(
  app: FastifyInstance,
  deps: Pick<CommandServiceDeps, 'clock'> & { authenticateKey: AuthenticateKey; endpoints: WebhookEndpointHandlers },
): void {
  const { authenticateKey, clock, endpoints } = deps;
  const by = <I extends Parameters<typeof asKey>[0]>(input: I) => ({ ...input, caller: asKey(input, clock) });

  mountKeyCall(app, authenticateKey, v1Calls.v1CreateWebhookEndpoint, (input) => endpoints.create(by(input)));
  mountKeyCall(app, authenticateKey, v1Calls.v1WebhookEndpoints, (input) => endpoints.list(by(input)));
  mountKeyCall(app, authenticateKey, v1Calls.v1ChangeWebhookEndpoint, (input) => endpoints.change(by(input)));
  mountKeyCall(app, authenticateKey, v1Calls.v1RemoveWebhookEndpoint, (input) => endpoints.remove(by(input)));
  mountKeyCall(app, authenticateKey, v1Calls.v1RotateWebhookSecret, (input) => endpoints.rotateSecret(by(input)));
  mountKeyCall(app, authenticateKey, v1Calls.v1TestWebhookEndpoint, (input) => endpoints.test(by(input)));
  mountKeyCall(app, authenticateKey, v1Calls.v1WebhookDeliveries, (input) => endpoints.deliveries(by(input)));
  mountKeyCall(app, authenticateKey, v1Calls.v1ResendWebhookDelivery, (input) => endpoints.resend(by(input)));
  mountKeyCall(app, authenticateKey, v1Calls.v1ReplayWebhooks, (input) => endpoints.replay(by(input)));
}

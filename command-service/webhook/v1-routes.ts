import { v1WebhookCalls as calls } from '@perktree/contracts/webhook/v1-calls';
import type { AuthenticateKey } from '@perktree/platform/http/key-caller';
import { mountKeyCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { asKey } from '../http/business-caller.ts';
import type { WebhookEndpointHandlers } from './handlers.ts';

/**
 * The webhook endpoint commands of owners, for programs with an API key. Answers stored for an `Idempotency-Key` must be
 * encrypted, because they contain secrets.
 */
export function mountV1WebhookRoutes(
  app: FastifyInstance,
  deps: Pick<CommandServiceDeps, 'clock'> & {
    readonly authenticateKey: AuthenticateKey;
    readonly endpoints: WebhookEndpointHandlers;
  },
): void {
  const { authenticateKey, clock, endpoints } = deps;
  const by = <I extends Parameters<typeof asKey>[0]>(input: I) => ({ ...input, caller: asKey(input, clock) });

  mountKeyCall(app, authenticateKey, calls.v1CreateWebhookEndpoint, (input) => endpoints.create(by(input)));
  mountKeyCall(app, authenticateKey, calls.v1WebhookEndpoints, (input) => endpoints.list(by(input)));
  mountKeyCall(app, authenticateKey, calls.v1ChangeWebhookEndpoint, (input) => endpoints.change(by(input)));
  mountKeyCall(app, authenticateKey, calls.v1RemoveWebhookEndpoint, (input) => endpoints.remove(by(input)));
  mountKeyCall(app, authenticateKey, calls.v1RotateWebhookSecret, (input) => endpoints.rotateSecret(by(input)));
  mountKeyCall(app, authenticateKey, calls.v1TestWebhookEndpoint, (input) => endpoints.test(by(input)));
  mountKeyCall(app, authenticateKey, calls.v1WebhookDeliveries, (input) => endpoints.deliveries(by(input)));
  mountKeyCall(app, authenticateKey, calls.v1ResendWebhookDelivery, (input) => endpoints.resend(by(input)));
  mountKeyCall(app, authenticateKey, calls.v1ReplayWebhooks, (input) => endpoints.replay(by(input)));
}

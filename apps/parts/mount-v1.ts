import { limitKeys } from '@perktree/command-service/api-key/limit-keys';
import { IdempotencyKeyStore } from '@perktree/command-service/http/idempotency/key-store';
import type { CommandService } from '@perktree/command-service/service';
import { mountV1Routes } from '@perktree/command-service/v1-routes';
import type { WebhookEndpointHandlers } from '@perktree/command-service/webhook/handlers';
import { mountV1WebhookRoutes } from '@perktree/command-service/webhook/v1-routes';
import { installIdempotencyKeys } from '@perktree/platform/http/idempotency/install';
import type { AuthenticateKey } from '@perktree/platform/http/key-caller';
import { mountV1Queries } from '@perktree/query-service/v1-routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Mounts all calls for programs with an API key, reads included. Each key has one rate limit for all of them. */
export function mountV1(
  app: FastifyInstance,
  services: {
    readonly commands: CommandService;
    readonly endpoints: WebhookEndpointHandlers;
    readonly authenticateKey: AuthenticateKey;
  },
): void {
  const { commands, endpoints, authenticateKey } = services;
  const { pool, store, logger, clock, billing } = commands;
  const ownerOf = async (request: FastifyRequest) => (await authenticateKey(request))?.keyId ?? null;
  void app.register(async (v1) => {
    const limited = limitKeys(v1, authenticateKey, clock);
    mountV1Queries(v1, { ...commands, head: () => store.head(), authenticateKey: limited });
    void v1.register(async (scope) => {
      const { answerSealing: sealing } = commands;
      installIdempotencyKeys(scope, { keys: new IdempotencyKeyStore(pool), logger, sealing, ownerOf });
      mountV1Routes(scope, { ...commands, authenticateKey: limited, payouts: billing.payouts });
      mountV1WebhookRoutes(scope, { ...commands, authenticateKey: limited, endpoints });
    });
  });
}

import { scanningCalls } from '@perktree/contracts/scan/calls';
import { installIdempotencyKeys } from '@perktree/platform/http/idempotency/install';
import { KeyStore } from '@perktree/platform/http/idempotency/key-store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { CommandServiceDeps } from '../../deps.ts';
import { COMMAND_SERVICE_SCHEMA } from '../../migrations.ts';

export class IdempotencyKeyStore extends KeyStore {
  constructor(pool: Pool) {
    super(pool, `${COMMAND_SERVICE_SCHEMA}.idempotency_keys`);
  }
}

/** Prefix of key owners that are networks of visitors. */
const VISITORS = 'network ';

/**
 * `Idempotency-Key` on the commands of a scope. A key belongs to the account. For the scan of a visitor it belongs to the
 * network, because the visitor's cookie may be in the lost answer. The command id derives from the key, so a retry finds
 * what a crashed attempt has appended.
 */
export function installCommandKeys(
  scope: FastifyInstance,
  deps: Pick<CommandServiceDeps, 'pool' | 'authenticate' | 'logger' | 'networkIdOf' | 'answerSealing'>,
): void {
  const { pool, authenticate, logger, networkIdOf, answerSealing: sealing } = deps;
  installIdempotencyKeys(scope, {
    keys: new IdempotencyKeyStore(pool),
    logger,
    sealing,
    keepsRefusals: (owner) => !owner.startsWith(VISITORS),
    async ownerOf(request) {
      const session = await authenticate(request);
      if (session !== null) return session.userId;
      return networkIdOf && isVisitorsCommand(request) ? `${VISITORS}${networkIdOf(request)}` : null;
    },
  });
}

function isVisitorsCommand({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === scanningCalls.scan.path;
}

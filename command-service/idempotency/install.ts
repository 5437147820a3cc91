import { scanningCalls } from '@perktree/contracts/http/scanning';
import { installIdempotencyKeys } from '@perktree/platform/http/idempotency/install';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { IdempotencyKeyStore } from './key-store.ts';

/** How owners begin that are networks of visitors. */
const VISITORS = 'network ';

/**
 * `Idempotency-Key` on the commands of a scope. A key belongs to the account; at the one command that takes nobody's
 * account, the visitor's scan, to the network that it comes from, as the cookie may be in the very answer that got lost.
 * As the command id derives from the key, the command handler finds what an attempt that died had appended.
 */
export function installCommandKeys(
  scope: FastifyInstance,
  deps: Pick<CommandServiceDeps, 'pool' | 'authenticate' | 'logger' | 'networkIdOf'>,
): void {
  const { pool, authenticate, logger, networkIdOf } = deps;
  installIdempotencyKeys(scope, {
    keys: new IdempotencyKeyStore(pool),
    logger,
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

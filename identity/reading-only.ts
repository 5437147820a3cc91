import { isRead } from '@perktree/contracts/http/reads';
import { Refused } from '@perktree/contracts/refusals';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyRequest } from 'fastify';

/**
 * A superadmin who views the product as another user may only read. It is checked here, where every call learns who is
 * calling, so that no call can leave it out.
 * @throws Refused VIEWING_ONLY
 */
export function refuseToWrite(request: Pick<FastifyRequest, 'method' | 'routeOptions'>, session: Session | null): void {
  if (session?.view && !isRead(request.method, request.routeOptions.url ?? '')) throw new Refused('VIEWING_ONLY');
}

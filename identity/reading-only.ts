import { Refused } from '@perktree/contracts/refusals';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyRequest } from 'fastify';

const READING = new Set(['GET', 'HEAD']);

/**
 * Whoever sees the product as somebody else may look, and nothing more. Here, where every call learns who is calling, so
 * that no call can leave it out.
 * @throws Refused VIEWING_ONLY
 */
export function refuseToWrite(request: Pick<FastifyRequest, 'method'>, session: Session | null): void {
  if (session?.view && !READING.has(request.method)) throw new Refused('VIEWING_ONLY');
}

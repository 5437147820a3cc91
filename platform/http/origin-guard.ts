import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that a browser sends from another site. Requests without `Origin` and `Sec-Fetch-Site` do not come from a
 * browser, so cross-site request forgery is impossible.
 * @param publicOrigin where the product is reached, such as `https://perktree.example`. Null: not configured, and what
 *   counts is the address that the request itself went to.
 */
export function installOriginGuard(app: FastifyInstance, publicOrigin: string | null): void {
  app.addHook('onRequest', (request, _reply, done) => {
    refuseForeign(request, publicOrigin);
    done();
  });
}

/**
 * Refuses what a browser sends because of a page of another site, such as a link there. For reads that store something: the
 * hook lets reads through. @throws Refused FOREIGN_ORIGIN
 */
export function refuseOtherSites({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')
    throw new Refused('FOREIGN_ORIGIN');
}

function refuseForeign(request: FastifyRequest, publicOrigin: string | null): void {
  if (SAFE_METHODS.has(request.method)) return;
  refuseOtherSites(request);
  const origin = request.headers.origin;
  if (origin === undefined) return;
  const own = publicOrigin ?? `${request.protocol}://${request.headers.host}`;
  if (origin !== own) throw new Refused('FOREIGN_ORIGIN');
}

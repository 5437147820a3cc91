import { auditCalls } from '@perktree/contracts/http/audit';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { ownSite } from '../own-site.ts';
import { cutOf } from './cut-of.ts';
import { nestedTrees, ownersOf } from './nest.ts';
import { siteAsOf } from './site-as-of.ts';

export function mountTreeAsOf(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { authenticate, accounts } = deps;

  mountCall(app, authenticate, auditCalls.siteTreeAsOf, async ({ params, query, session }) => {
    const { siteId } = params;
    const { currency } = await ownSite(deps, siteId, session);
    const { cut, moment } = await cutOf(deps, query.asOf);
    const site = await siteAsOf(deps, siteId, cut, moment);
    const names = await accounts.displayNames(ownersOf(site));
    return {
      answer: {
        siteId,
        asOf: moment,
        position: cut.position.toString(),
        trees: [...nestedTrees(site, names, currency)],
      },
    };
  });
}

import { auditCalls } from '@perktree/contracts/http/audit';
import type { Currency } from '@perktree/contracts/money';
import { Refused } from '@perktree/contracts/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { readsTenant, signedIn } from '../access.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { cutOf } from './cut-of.ts';
import { nestedTrees, ownersOf } from './nest.ts';
import { siteAsOf } from './site-as-of.ts';

export function mountTreeAsOf(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, auditCalls.siteTreeAsOf, async ({ params, query, session }) => {
    const { siteId } = params;
    const { rows } = await pool.query<{ tenant_id: string; currency: Currency }>(
      'SELECT tenant_id, currency FROM read_models.sites WHERE site_id = $1',
      [siteId],
    );
    const [row] = rows;
    if (row === undefined || !readsTenant(signedIn(session), row.tenant_id)) throw new Refused('SITE_NOT_FOUND');
    const { cut, moment } = await cutOf(deps, query.asOf);
    const site = await siteAsOf(deps, siteId, cut, moment);
    const names = await accounts.displayNames(ownersOf(site));
    const position = 'position' in cut ? cut.position.toString() : null;
    return { answer: { siteId, asOf: moment, position, trees: [...nestedTrees(site, names, row.currency)] } };
  });
}

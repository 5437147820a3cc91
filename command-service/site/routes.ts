import { siteCalls } from '@perktree/contracts/http/sites';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { decideConfigureSite } from '../domain/site/decide-configure.ts';
import { decideCreateSite } from '../domain/site/decide-create.ts';
import { ownSite } from '../domain/site/ownership-rules.ts';
import { siteDecider } from '../domain/site/state.ts';
import { signedIn } from '../signed-in.ts';
import { executeTaking } from '../subscription/execute-taking.ts';
import { mountBlockRoutes } from './block-routes.ts';
import { mountStaffRoutes } from './staff-routes.ts';

export function mountSiteRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { handler, authenticate, clock } = deps;

  mountCall(app, authenticate, siteCalls.createSite, async ({ body, session: maybe, request }) => {
    const session = signedIn(maybe);
    const { tenantId, userId: ownerId } = session;
    if (tenantId === null) throw new Refused('NOT_ALLOWED');
    const context = commandContext({ request, session, commandName: 'CreateSite', clock, role: 'site_owner' });
    const siteId = deriveUuid('site', context.commandId);
    const stream = streams.site(siteId);
    const quota = { tenantId, quota: 'sites', items: [{ id: siteId, stream, until: null }] } as const;
    const { state, position } = await executeTaking(deps, quota, {
      stream,
      decider: siteDecider,
      decide: (site) => decideCreateSite(site, { siteId, tenantId, ownerId, ...body }),
      context,
    });
    const { name, currency, isActive, createdAt } = ownSite(state, tenantId);
    return { answer: { id: siteId, name, currency, isActive, createdAt }, position };
  });

  mountCall(app, authenticate, siteCalls.configureSite, async ({ params, body, session: maybe, request }) => {
    const session = signedIn(maybe);
    const { tenantId } = session;
    const { name, ...configuration } = body;
    const { state, position } = await handler.execute({
      stream: streams.site(params.siteId),
      decider: siteDecider,
      decide: (site) => decideConfigureSite(site, { tenantId, name, configuration }),
      context: commandContext({ request, session, commandName: 'ConfigureSite', clock, role: 'site_owner' }),
    });
    return { answer: ownSite(state, tenantId).configuration, position };
  });

  mountStaffRoutes(app, deps);
  mountBlockRoutes(app, deps);
}

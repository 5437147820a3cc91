import { brandAnswerOf } from '@perktree/contracts/brand/answer';
import { brandCalls } from '@perktree/contracts/brand/calls';
import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { siteCalls } from '@perktree/contracts/site/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { mountBlockRoutes } from '../distributor/block-routes.ts';
import { deriveUuid } from '../engine/command.ts';
import { ownTenant } from '../http/business-caller.ts';
import { commandContext } from '../http/command-context.ts';
import { mountStaffRoutes } from '../staff/routes.ts';
import { assertWhiteLabel } from '../subscription/decisions/plan-limits.ts';
import { executeWithQuota } from '../subscription/quotas.ts';
import { decideBrandSite } from './decisions/brand-site.ts';
import { decideConfigureSite, decideCreateSite } from './decisions/configure-site.ts';
import { ownSite, siteFold } from './decisions/state.ts';

export function mountSiteRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { handler, authenticate, clock } = deps;

  mountCall(app, authenticate, siteCalls.createSite, async ({ body, session, request }) => {
    const tenantId = ownTenant(session);
    const context = commandContext({ request, session, commandName: 'CreateSite', clock, role: 'site_owner' });
    const siteId = deriveUuid('site', context.commandId);
    const stream = streams.site(siteId);
    const quota = { tenantId, quota: 'sites', items: [{ id: siteId, stream, until: null }] } as const;
    const { state, position } = await executeWithQuota(deps, quota, {
      stream,
      fold: siteFold,
      decide: (site) => decideCreateSite(site, { siteId, tenantId, ownerId: session.userId, ...body }),
      context,
    });
    const { name, currency, isActive, createdAt, configuration } = ownSite(state, tenantId);
    const { timeZone } = configuration;
    return { answer: { id: siteId, name, currency, isActive, createdAt, timeZone }, position };
  });

  mountCall(app, authenticate, siteCalls.configureSite, async ({ params, body, session, request }) => {
    const { tenantId } = session;
    const { state, position } = await handler.execute({
      stream: streams.site(params.siteId),
      fold: siteFold,
      decide: (site) => decideConfigureSite(site, { tenantId, edit: body }),
      context: commandContext({ request, session, commandName: 'ConfigureSite', clock, role: 'site_owner' }),
    });
    return { answer: ownSite(state, tenantId).configuration, position };
  });

  mountCall(app, authenticate, brandCalls.brandSite, async ({ params, body, session, request }) => {
    const { tenantId } = session;
    const stream = streams.site(params.siteId);
    if (tenantId === null) throw new Refused('SITE_NOT_FOUND');
    const plan = await deps.quotas.planOf(tenantId);
    const ownsLogo = body.logo != null && ((await deps.ownsPicture?.(tenantId, body.logo)) ?? false);
    const { state, position } = await handler.execute({
      stream,
      fold: siteFold,
      decide(site) {
        // White label stays on after a downgrade: otherwise the owner could not change the rest of the brand.
        if (body.whiteLabel && !ownSite(site, tenantId).brand?.whiteLabel) assertWhiteLabel(plan);
        return decideBrandSite(site, { tenantId, ownsLogo, edit: body });
      },
      context: commandContext({ request, session, commandName: 'BrandSite', clock, role: 'site_owner' }),
    });
    return { answer: brandAnswerOf(ownSite(state, tenantId).brand, plan), position };
  });

  mountStaffRoutes(app, deps);
  mountBlockRoutes(app, deps);
}

import { dashboardCalls } from '@perktree/contracts/dashboard/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { readableSite } from '../engine/scope.ts';
import { zoneOf } from '../engine/time-zones.ts';
import { configurationOf } from '../site/configuration-of.ts';
import { windowOf } from './days.ts';
import { activeSites, dashboardDaysOf, dashboardScope, siteScope, trendOf } from './query.ts';

const DEFAULT_DAYS = 30;

export function mountDashboard(app: FastifyInstance, { pool, authenticate, clock }: QueryServiceDeps): void {
  mountCall(app, authenticate, dashboardCalls.dashboard, async ({ query, session }) => {
    const scope = dashboardScope(session);
    const window = windowOf(clock(), query.days ?? DEFAULT_DAYS, await zoneOf(pool, session));
    const [days, sites] = await Promise.all([dashboardDaysOf(pool, scope, window), activeSites(pool, scope, window)]);
    const trend = trendOf(days, window);
    return { answer: { ...trend, activeSites: sites.now, previous: { ...trend.previous, activeSites: sites.before } } };
  });

  mountCall(app, authenticate, dashboardCalls.siteStats, async ({ params, query, session }) => {
    const site = await readableSite(pool, session, params.siteId);
    const { timeZone } = configurationOf(site.configuration);
    const window = windowOf(clock(), query.days ?? DEFAULT_DAYS, timeZone);
    const trend = trendOf(await dashboardDaysOf(pool, siteScope(site.site_id), window), window);
    return { answer: trend };
  });
}

import { auditReportCalls } from '@perktree/contracts/audit/report-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { ownSite } from '../own-site.ts';
import { siteMarks } from './site-marks.ts';

export function mountMarks(app: FastifyInstance, deps: AuditServiceDeps): void {
  mountCall(app, deps.authenticate, auditReportCalls.siteMarks, async ({ params, query, session }) => {
    const { siteId } = params;
    await ownSite(deps, siteId, session);
    const { events, marks } = await siteMarks(deps, siteId, query);
    return { answer: { siteId, events, marks: [...marks] } };
  });
}

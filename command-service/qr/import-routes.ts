import { streams } from '@perktree/contracts/catalogue/streams';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { qrCalls } from '@perktree/contracts/qr/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { assertPlanAllowsDepth } from '../subscription/decisions/subscription.ts';
import { executeWithQuota } from '../subscription/quotas.ts';
import { decideImportTree, naming } from './decisions/import-tree.ts';
import { benefitOf } from './decisions/rules.ts';
import { type CommissionTreeState, commissionTreeDecider } from './decisions/state.ts';
import { actorOn, loadSite } from './locate.ts';
import { newQrIds, rememberQrs } from './new-qrs.ts';
import { quotaOfNewQrs } from './qr-quota.ts';

/** `POST /api/sites/{siteId}/qrs/tree`: creates a whole tree in one append, for the owner of the site. */
export function mountImportRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { authenticate, clock, handler, quotas } = deps;

  mountCall(app, authenticate, qrCalls.importTree, async ({ params, body, session, request }) => {
    const site = await loadSite(deps, params.siteId);
    if (!site || actorOn(site, session)?.kind !== 'site_owner') throw new Refused('SITE_NOT_FOUND');
    const context = commandContext({ request, session, commandName: 'ImportTree', clock, role: 'site_owner' });
    const { now } = context;
    const qrs = body.qrs.map(({ parent, name, internalName = null, externalUrl = null, ...fields }, row) => ({
      parent,
      ids: newQrIds(context.commandId, row),
      terms: naming(row, () => ({
        name,
        internalName,
        externalUrl,
        benefit: benefitOf(fields, null),
        commissionPercent: fields.commissionPercent,
        maxRedemptions: fields.maxRedemptions,
      })),
    }));
    const rootQrId = newQrIds(context.commandId, 0).qrId;
    const plan = await quotas.planOf(site.tenantId);
    const stream = streams.commissionTree(rootQrId);
    const decide = (before: CommissionTreeState) => {
      const events = decideImportTree(before, { site, now, qrs, renewalPolicy: body.renewalPolicy });
      for (const { data } of events) {
        if ('depth' in data) naming(rowOf(qrs, data.qrId), () => assertPlanAllowsDepth(plan, data.depth));
      }
      return events;
    };
    const execution = { stream, decider: commissionTreeDecider, decide, context };
    if (body.checkOnly) {
      await handler.dryRun(execution);
      return { answer: { rootQrId, created: 0 } };
    }
    const ids = qrs.map((qr) => qr.ids);
    const { state, position } = await executeWithQuota(deps, quotaOfNewQrs(site, stream, ids, now), execution);
    rememberQrs(
      deps,
      state,
      ids.map(({ qrId }) => qrId),
    );
    return { answer: { rootQrId, created: qrs.length }, position };
  });
}

const rowOf = (qrs: readonly { readonly ids: { readonly qrId: string } }[], qrId: string): number =>
  qrs.findIndex(({ ids }) => ids.qrId === qrId);

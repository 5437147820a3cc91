import { qrCalls } from '@perktree/contracts/http/qrs';
import { streams } from '@perktree/contracts/streams';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { decideSplit } from '../../domain/commission-tree/create-qrs.ts';
import { commissionTreeDecider } from '../../domain/commission-tree/state.ts';
import { assertPlanAllowsDepth } from '../../domain/subscription/decider.ts';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { executeWithQuota } from '../subscription/quotas.ts';
import { type LocatedQr, locateOnSite, locateOwn } from './locate.ts';
import { newQrIds, rememberQrs } from './new-qrs.ts';
import { newQrAnswers } from './qr-answer.ts';
import { quotaOfNewQrs } from './qr-quota.ts';

export function mountSplitRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  mountCall(app, deps.authenticate, qrCalls.splitQr, async ({ params, body, session, request }) => {
    return split(deps, await locateOnSite(deps, session, params), body, session, request);
  });

  mountCall(app, deps.authenticate, qrCalls.splitOwnQr, async ({ params, body, session, request }) => {
    return split(deps, await locateOwn(deps, session, params.qrId), body, session, request);
  });
}

/** The plan of the site's tenant applies, also if a distributor splits. */
async function split(
  deps: CommandServiceDeps,
  { place, site, actor }: LocatedQr,
  body: z.output<typeof qrCalls.splitQr.body>,
  session: Session,
  request: FastifyRequest,
) {
  const context = commandContext({ request, session, commandName: 'SplitQr', clock: deps.clock, role: actor.kind });
  const { now } = context;
  const splits = body.splits.map(({ name, commissionPercent, externalUrl }, index) => ({
    name,
    commissionPercent,
    externalUrl: externalUrl ?? null,
    ids: newQrIds(context.commandId, index),
  }));
  const newIds = splits.map(({ ids }) => ids);
  const stream = streams.commissionTree(place.rootQrId);
  const plan = await deps.quotas.planOf(site.tenantId);
  const { state: tree, position } = await executeWithQuota(deps, quotaOfNewQrs(site, stream, newIds, now), {
    stream,
    decider: commissionTreeDecider,
    decide: (before) => {
      const events = decideSplit(before, { actor, site, qrId: place.qrId, splits, now });
      for (const { data } of events) assertPlanAllowsDepth(plan, data.depth);
      return events;
    },
    context,
  });
  const qrIds = newIds.map(({ qrId }) => qrId);
  rememberQrs(deps, tree, qrIds);
  return { answer: { qrs: await newQrAnswers(deps, { tree, site, actor, now }, qrIds) }, position };
}

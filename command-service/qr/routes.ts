import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { qrCalls } from '@perktree/contracts/qr/calls';
import { scanningCalls } from '@perktree/contracts/scan/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { noteAttempt, ruleOutcome } from '../http/outcomes/rule-outcome.ts';
import { assertPlanAllowsDepth } from '../subscription/decisions/plan-limits.ts';
import { executeWithQuota } from '../subscription/quotas.ts';
import { mountChangeRoutes } from './change-routes.ts';
import { mountCreateRoutes } from './create-routes.ts';
import { decideActivateBranch, decideDeactivateBranch } from './decisions/change-branch.ts';
import { decideClaim } from './decisions/change-qr.ts';
import { decideSplit } from './decisions/create-qrs.ts';
import { decideImportTree, naming } from './decisions/import-tree.ts';
import { benefitOf } from './decisions/rules.ts';
import { type CommissionTreeState, commissionTreeFold } from './decisions/state.ts';
import { type Change, executeBranchReleasing, executeChangeWithQuota } from './execute-change.ts';
import { actorOn, type LocatedQr, loadSite, locateAsOwner, locateOnSite, locateOwn } from './locate.ts';
import { createBelow, newQrIds, rememberQrs } from './new-qrs.ts';
import { loadRedemptions } from './qr-answer.ts';
import { claimsOfBranchActivation, quotaOfNewQrs } from './qr-quota.ts';

/** `POST /api/sites/{siteId}/qrs/tree`: creates a whole tree in one append, for the owner of the site. */
function mountImportRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
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
    const execution = { stream, fold: commissionTreeFold, decide, context };
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

/** Refusals with these statuses are answered with `success: false`. */
const CLAIM_STATUSES = new Set([400, 403, 409, 410]);

function mountClaimRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  mountCall(app, deps.authenticate, scanningCalls.claim, async ({ body, session, request }) => {
    try {
      const position = await claim(deps, body.token, session, request);
      return { answer: { success: true, message: 'QR is now assigned to your distributor account!' }, position };
    } catch (error) {
      if (!(error instanceof Refused) || !CLAIM_STATUSES.has(error.status)) throw error;
      return { ...ruleOutcome(error), status: error.status };
    }
  });
}

/** @throws Refused CLAIM_INVALID, WRONG_TOKEN_KIND, and what the decision throws */
async function claim(deps: CommandServiceDeps, token: string, session: Session, request: FastifyRequest) {
  const target = await deps.lookups.byToken(token);
  if (target === null) throw new Refused('CLAIM_INVALID');
  noteAttempt(request, { siteId: target.siteId, qrId: target.qrId });
  if (target.kind !== 'distributor') throw new Refused('WRONG_TOKEN_KIND');
  const { qrId, rootQrId, siteId, tenantId } = target;
  const [site, redemptionsIn] = await Promise.all([loadSite(deps, siteId), loadRedemptions(deps, qrId)]);
  if (site === null) throw new Refused('CLAIM_INVALID');
  const { userId, allRoles } = session;
  const isDistributor = allRoles.includes('distributor');
  const role = isDistributor ? 'distributor' : session.role;
  const context = commandContext({ request, session, commandName: 'ClaimQr', clock: deps.clock, role });
  const { position } = await deps.handler.execute({
    stream: streams.commissionTree(rootQrId),
    fold: commissionTreeFold,
    decide: (tree) => {
      const isSiteOwner = session.tenantId === tenantId;
      return decideClaim(tree, {
        qrId,
        token,
        site,
        userId,
        isDistributor,
        isSiteOwner,
        redemptionsIn,
        now: context.now,
      });
    },
    context,
  });
  return position;
}

function mountSplitRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  mountCall(app, deps.authenticate, qrCalls.splitQr, async ({ params, body, session, request }) => {
    return split(deps, await locateOnSite(deps, session, params), body, session, request);
  });

  mountCall(app, deps.authenticate, qrCalls.splitOwnQr, async ({ params, body, session, request }) => {
    return split(deps, await locateOwn(deps, session, params.qrId), body, session, request);
  });
}

async function split(
  deps: CommandServiceDeps,
  located: LocatedQr,
  body: z.output<typeof qrCalls.splitQr.body>,
  session: Session,
  request: FastifyRequest,
) {
  const { place, site, actor } = located;
  const context = commandContext({ request, session, commandName: 'SplitQr', clock: deps.clock, role: actor.kind });
  const splits = body.splits.map(({ name, commissionPercent, externalUrl = null }, index) => ({
    name,
    commissionPercent,
    externalUrl,
    ids: newQrIds(context.commandId, index),
  }));
  const { answers: qrs, position } = await createBelow(deps, located, {
    newIds: splits.map(({ ids }) => ids),
    decide: (tree) => decideSplit(tree, { actor, site, qrId: place.qrId, splits, now: context.now }),
    context,
  });
  return { answer: { qrs }, position };
}

const BRANCH_CHANGES = {
  DeactivateBranch: { call: qrCalls.deactivateBranch, decide: decideDeactivateBranch, execute: executeBranchReleasing },
  ActivateBranch: {
    call: qrCalls.activateBranch,
    decide: decideActivateBranch,
    execute: (deps: CommandServiceDeps, change: Change) =>
      executeChangeWithQuota(deps, change, claimsOfBranchActivation),
  },
} as const;

/** Commands of the site's owner on a QR with everything below it: one append, all or none. */
function mountBranchRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { authenticate, clock } = deps;
  for (const [commandName, { call, decide, execute }] of Object.entries(BRANCH_CHANGES)) {
    mountCall(app, authenticate, call, async ({ params, session, request }) => {
      const { place, site } = await locateAsOwner(deps, session, params);
      const { qrId, rootQrId } = place;
      const context = commandContext({ request, session, commandName, clock, role: 'site_owner' });
      const { events, position } = await execute(deps, { rootQrId, qrId, site, context, decide });
      return { answer: { changed: events.length }, position };
    });
  }
}

export function mountCommissionTreeRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  mountCreateRoutes(app, deps);
  mountImportRoutes(app, deps);
  mountSplitRoutes(app, deps);
  mountChangeRoutes(app, deps);
  mountBranchRoutes(app, deps);
  mountClaimRoutes(app, deps);
}

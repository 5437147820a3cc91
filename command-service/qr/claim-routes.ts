import { streams } from '@perktree/contracts/catalogue/streams';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { scanningCalls } from '@perktree/contracts/scan/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { noteAttempt } from '../http/outcomes/attempt.ts';
import { ruleOutcome } from '../http/outcomes/rule-outcome.ts';
import { decideClaim } from './decisions/change-qr.ts';
import { commissionTreeDecider } from './decisions/state.ts';
import { loadSite } from './locate.ts';
import { loadRedemptions } from './qr-answer.ts';

/** Refusals with these statuses are answered with `success: false`. */
const CLAIM_STATUSES = new Set([400, 403, 409, 410]);

export function mountClaimRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
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

/** @throws Refused CLAIM_INVALID, WRONG_TOKEN_KIND, and what the decider throws */
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
    decider: commissionTreeDecider,
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

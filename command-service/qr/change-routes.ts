import { qrCalls } from '@perktree/contracts/qr/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import {
  decideActivate,
  decideApprove,
  decideDeactivate,
  decideDecline,
  decideEdit,
  decideReissue,
  decideRelease,
  decideReplaceLink,
} from './decisions/change-qr.ts';
import { type Change, executeChange, executeChangeReleasing, executeChangeWithQuota } from './execute-change.ts';
import { type LocatedQr, locateAsOwner, locateOnSite } from './locate.ts';
import { randomToken } from './new-qrs.ts';
import { decidedQrAnswerOf } from './qr-answer.ts';
import { type ClaimsOf, claimsOfActivation, claimsOfApproval, claimsOfReissue } from './qr-quota.ts';

type Execute = (deps: CommandServiceDeps, change: Change) => ReturnType<typeof executeChange>;

const withQuota =
  (claimsOf: ClaimsOf): Execute =>
  (deps, change) =>
    executeChangeWithQuota(deps, change, claimsOf);

/** Commands of the site's owner without a body, by their names. */
export const OWNER_CHANGES = {
  ReissueQr: { call: qrCalls.reissueQr, decide: decideReissue, execute: withQuota(claimsOfReissue) },
  DeactivateQr: { call: qrCalls.deactivateQr, decide: decideDeactivate, execute: executeChangeReleasing },
  ActivateQr: { call: qrCalls.activateQr, decide: decideActivate, execute: withQuota(claimsOfActivation) },
  ApproveQr: { call: qrCalls.approveQr, decide: decideApprove, execute: withQuota(claimsOfApproval) },
  DeclineQr: { call: qrCalls.declineQr, decide: decideDecline, execute: executeChange },
  ReleaseClaim: { call: qrCalls.releaseClaim, decide: decideRelease, execute: executeChange },
} as const;

export function mountChangeRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { authenticate, clock } = deps;

  mountCall(app, authenticate, qrCalls.editQr, async ({ params, body: changes, session, request }) => {
    const located = await locateOnSite(deps, session, params);
    const { actor } = located;
    const context = commandContext({ request, session, commandName: 'EditQr', clock, role: actor.kind });
    return change(deps, located, {
      context,
      decide: (tree, { qrId, site }) => decideEdit(tree, { actor, site, qrId, changes }),
    });
  });

  mountCall(app, authenticate, qrCalls.replaceLink, async ({ params, body: { link }, session, request }) => {
    const located = await locateAsOwner(deps, session, params);
    const context = commandContext({ request, session, commandName: 'ReplaceQrLink', clock, role: 'site_owner' });
    const token = randomToken();
    return change(deps, located, {
      context,
      decide: (tree, { qrId }) => decideReplaceLink(tree, { qrId, link, token }),
    });
  });

  for (const [commandName, { call, decide, execute }] of Object.entries(OWNER_CHANGES)) {
    mountCall(app, authenticate, call, async ({ params, session, request }) => {
      const located = await locateAsOwner(deps, session, params);
      const context = commandContext({ request, session, commandName, clock, role: 'site_owner' });
      return change(deps, located, { context, decide }, execute);
    });
  }
}

/** Changes a QR. The answer shows it as the caller may see it. */
export async function change(
  deps: CommandServiceDeps,
  { place, site, actor }: LocatedQr,
  command: Pick<Change, 'context' | 'decide'>,
  execute: Execute = executeChange,
) {
  const { qrId, rootQrId } = place;
  const { state: tree, position } = await execute(deps, { rootQrId, qrId, site, ...command });
  return { answer: await decidedQrAnswerOf(deps, { tree, site, actor, now: command.context.now }, qrId), position };
}

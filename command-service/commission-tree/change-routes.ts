import { qrCalls } from '@perktree/contracts/http/qrs';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { decideActivate, decideDeactivate } from '../domain/commission-tree/decide-activation.ts';
import { decideApprove, decideDecline } from '../domain/commission-tree/decide-approval.ts';
import { decideEdit } from '../domain/commission-tree/decide-edit.ts';
import { decideReissue } from '../domain/commission-tree/decide-reissue.ts';
import { decideRelease } from '../domain/commission-tree/decide-release.ts';
import { signedIn } from '../signed-in.ts';
import { type Change, executeChange, executeChangeReturning, executeChangeTaking } from './execute-change.ts';
import { type LocatedQr, locateOnSite } from './locate.ts';
import { qrAnswerOf } from './qr-answer.ts';
import { claimsOfActivation, claimsOfApproval, claimsOfReissue } from './qr-quota.ts';

type Execute = (deps: CommandServiceDeps, change: Change) => ReturnType<typeof executeChange>;

/** What the site's owner does to a QR without saying more than which one. */
const OWNER_COMMANDS = [
  [qrCalls.reissueQr, 'ReissueQr', decideReissue, (deps, change) => executeChangeTaking(deps, change, claimsOfReissue)],
  [qrCalls.deactivateQr, 'DeactivateQr', decideDeactivate, executeChangeReturning],
  [
    qrCalls.activateQr,
    'ActivateQr',
    decideActivate,
    (deps, change) => executeChangeTaking(deps, change, claimsOfActivation),
  ],
  [
    qrCalls.approveQr,
    'ApproveQr',
    decideApprove,
    (deps, change) => executeChangeTaking(deps, change, claimsOfApproval),
  ],
  [qrCalls.declineQr, 'DeclineQr', decideDecline, executeChange],
  [qrCalls.releaseClaim, 'ReleaseClaim', decideRelease, executeChange],
] as const satisfies readonly (readonly [unknown, string, Change['decide'], Execute])[];

export function mountChangeRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { authenticate, clock } = deps;

  mountCall(app, authenticate, qrCalls.editQr, async ({ params, body: changes, session: maybe, request }) => {
    const session = signedIn(maybe);
    const located = await locateOnSite(deps, session, params);
    const { actor } = located;
    const context = commandContext({ request, session, commandName: 'EditQr', clock, role: actor.kind });
    return change(deps, located, {
      context,
      decide: (tree, { qrId, site }) => decideEdit(tree, { actor, site, qrId, changes }),
    });
  });

  for (const [definition, commandName, decide, execute] of OWNER_COMMANDS) {
    mountCall(app, authenticate, definition, async ({ params, session: maybe, request }) => {
      const session = signedIn(maybe);
      const located = await locateAsOwner(deps, session, params);
      const context = commandContext({ request, session, commandName, clock, role: 'site_owner' });
      return change(deps, located, { context, decide }, execute);
    });
  }
}

/** The QR, for its site's owner alone: a distributor's QR is not theirs to reissue, deactivate or release. */
function locateAsOwner(
  deps: CommandServiceDeps,
  session: Session,
  params: { readonly siteId: string; readonly qrId: string },
): Promise<LocatedQr> {
  return locateOnSite(
    deps,
    { ...session, allRoles: session.allRoles.filter((role) => role !== 'distributor') },
    params,
  );
}

async function change(
  deps: CommandServiceDeps,
  { place, site, actor }: LocatedQr,
  asked: Pick<Change, 'context' | 'decide'>,
  execute: Execute = executeChange,
) {
  const { qrId, rootQrId } = place;
  const { state: tree, position } = await execute(deps, { rootQrId, qrId, site, ...asked });
  return { answer: await qrAnswerOf(deps, { tree, site, actor, now: asked.context.now }, qrId), position };
}

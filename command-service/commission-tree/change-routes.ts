import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import { qrCalls } from '@perktree/contracts/http/qrs';
import { streams } from '@perktree/contracts/streams';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import { type CommandContext, commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { signedIn } from '../signed-in.ts';
import { decideActivate, decideDeactivate } from './decide-activation.ts';
import { decideEdit } from './decide-edit.ts';
import { decideReissue } from './decide-reissue.ts';
import { decideRelease } from './decide-release.ts';
import { type LocatedQr, locateOnSite } from './locate.ts';
import { qrAnswerOf } from './qr-answer.ts';
import { type CommissionTreeState, commissionTreeDecider } from './state.ts';

type Decide = (
  tree: CommissionTreeState,
  command: { readonly qrId: string; readonly site: LocatedQr['site']; readonly now: string },
) => readonly CommissionTreeEvent[];

/** What the site's owner does to a QR without saying more than which one. */
const OWNER_COMMANDS = [
  [qrCalls.reissueQr, 'ReissueQr', decideReissue],
  [qrCalls.deactivateQr, 'DeactivateQr', decideDeactivate],
  [qrCalls.activateQr, 'ActivateQr', decideActivate],
  [qrCalls.releaseClaim, 'ReleaseClaim', decideRelease],
] as const satisfies readonly (readonly [unknown, string, Decide])[];

export function mountChangeRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { authenticate, clock } = deps;

  mountCall(app, authenticate, qrCalls.editQr, async ({ params, body: changes, session: maybe, request }) => {
    const session = signedIn(maybe);
    const located = await locateOnSite(deps, session, params);
    const { actor } = located;
    const context = commandContext({ request, session, commandName: 'EditQr', clock, role: actor.kind });
    return change(deps, located, context, (tree, { qrId, site }) => decideEdit(tree, { actor, site, qrId, changes }));
  });

  for (const [definition, commandName, decide] of OWNER_COMMANDS) {
    mountCall(app, authenticate, definition, async ({ params, session: maybe, request }) => {
      const session = signedIn(maybe);
      const located = await locateAsOwner(deps, session, params);
      return change(
        deps,
        located,
        commandContext({ request, session, commandName, clock, role: 'site_owner' }),
        decide,
      );
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
  context: CommandContext,
  decide: Decide,
) {
  const { qrId } = place;
  const { now } = context;
  const { state: tree, position } = await deps.handler.execute({
    stream: streams.commissionTree(place.rootQrId),
    decider: commissionTreeDecider,
    decide: (before) => decide(before, { qrId, site, now }),
    context,
  });
  return { answer: await qrAnswerOf(deps, { tree, site, actor, now }, qrId), position };
}

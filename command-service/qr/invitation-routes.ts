import { streams } from '@perktree/contracts/catalogue/events';
import {
  distributorInvitationCalls as calls,
  SHOWN_INVITATIONS,
} from '@perktree/contracts/distributor/invitation-calls';
import type { DistributorInvitations } from '@perktree/contracts/notification/mail';
import { mailLanguageOf } from '@perktree/platform/http/accepted-language';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import { commandContext } from '../http/command-context.ts';
import { tokenToInviteWith } from './decisions/change-qr.ts';
import { assertCanSee } from './decisions/rules.ts';
import { commissionTreeFold, findQr } from './decisions/state.ts';
import { locateOnSite } from './locate.ts';
import { loadRedemptions } from './qr-answer.ts';

/** Mails with the distributor link of a QR. Invitations are not events: they change nothing until the QR is claimed. */
export function mountDistributorInvitationRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps & { readonly invitations: DistributorInvitations },
): void {
  const { authenticate, handler, clock, invitations } = deps;
  const loadTree = async (rootQrId: string) =>
    (await handler.load(streams.commissionTree(rootQrId), commissionTreeFold)).state;

  mountCall(app, authenticate, calls.inviteDistributor, async ({ params, body, session, request }) => {
    const { place, site, actor } = await locateOnSite(deps, session, params);
    const { qrId, siteId } = place;
    const context = commandContext({ request, session, commandName: 'InviteDistributor', clock, role: actor.kind });
    const [tree, redemptionsIn] = await Promise.all([loadTree(place.rootQrId), loadRedemptions(deps, qrId)]);
    const token = tokenToInviteWith(tree, { actor, site, qrId, redemptionsIn, now: context.now });
    // A repeated request has the same id, so it sends no second mail.
    const id = deriveUuid('distributor invitation', context.commandId);
    await invitations.send({
      invitationId: id,
      siteId,
      qrId,
      senderId: session.userId,
      email: body.email,
      token,
      siteName: site.name,
      language: mailLanguageOf(request),
    });
    return { answer: { id } };
  });

  mountCall(app, authenticate, calls.distributorInvitations, async ({ params, session }) => {
    const { place, actor } = await locateOnSite(deps, session, params);
    const { tree, qr } = findQr(await loadTree(place.rootQrId), place.qrId);
    assertCanSee(tree, qr, actor);
    const sent = await invitations.listOf({ qrId: qr.qrId, senderId: session.userId, limit: SHOWN_INVITATIONS });
    return { answer: [...sent] };
  });
}

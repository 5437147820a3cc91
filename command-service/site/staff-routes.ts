import { ROLES } from '@perktree/contracts/envelope';
import { siteCalls } from '@perktree/contracts/http/sites';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../derive-uuid.ts';
import {
  decideAcceptInvitation,
  decideInviteStaff,
  decideRemoveStaff,
  decideWithdrawInvitation,
} from '../domain/site/decide-staff.ts';
import { siteDecider } from '../domain/site/state.ts';
import { signedIn } from '../signed-in.ts';
import { hashInvitationToken, newInvitationToken, siteOfInvitationToken } from './invitation-token.ts';

export function mountStaffRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { handler, authenticate, accounts, clock } = deps;

  mountCall(app, authenticate, siteCalls.inviteStaff, async ({ params: { siteId }, body, session: maybe, request }) => {
    const session = signedIn(maybe);
    const context = commandContext({ request, session, commandName: 'InviteStaff', clock, role: 'site_owner' });
    const token = newInvitationToken(siteId);
    const invitation = { tenantId: session.tenantId, tokenHash: hashInvitationToken(token), now: context.now };
    // Only the answer of this very request can show the token: a retry after a crash makes another invitation.
    const invitationId = deriveUuid('invitation', context.commandId, invitation.tokenHash);
    const { events, position } = await handler.execute({
      stream: streams.site(siteId),
      decider: siteDecider,
      decide: (site) => decideInviteStaff(site, { ...invitation, invitationId }),
      context: { ...context, commandId: invitationId },
    });
    const invited = events.find((event) => event.type === 'StaffInvited');
    if (!invited) throw new Error('an invitation was stored as another event');
    const { expiresAt } = invited.data;
    await accounts.rememberInvitation({ invitationId, siteId, email: body.email, expiresAt });
    return {
      answer: {
        invitationUrl: `${deps.publicUrl}/staff-invitations/${token}`,
        expiresAt: invited.data.expiresAt,
      },
      position,
    };
  });

  mountCall(app, authenticate, siteCalls.withdrawInvitation, async ({ params, session: maybe, request }) => {
    const session = signedIn(maybe);
    const { siteId, invitationId } = params;
    const { position } = await handler.execute({
      stream: streams.site(siteId),
      decider: siteDecider,
      decide: (site) => decideWithdrawInvitation(site, { tenantId: session.tenantId, invitationId }),
      context: commandContext({ request, session, commandName: 'WithdrawInvitation', clock, role: 'site_owner' }),
    });
    // After the event, and again for an owner who withdraws again.
    await accounts.closeInvitation({ invitationId, siteId });
    return { answer: { success: true }, position };
  });

  mountCall(app, authenticate, siteCalls.acceptInvitation, async ({ params, session: maybe, request }) => {
    const session = signedIn(maybe);
    const siteId = siteOfInvitationToken(params.token);
    if (siteId === null) throw new Refused('INVITATION_INVALID');
    const { userId, role, tenantId, allRoles } = session;
    const context = commandContext({ request, session, commandName: 'AcceptInvitation', clock });
    const tokenHash = hashInvitationToken(params.token);
    const holdsClaims = (await deps.lookups.claimedOffers(userId, siteId)).length > 0;
    const { state: site } = await handler.load(streams.site(siteId), siteDecider);
    const invited = site?.invitations.find((invitation) => invitation.tokenHash === tokenHash);
    const isForOther = invited ? await accounts.isInvitationOfOther({ ...invited, siteId, userId }) : false;
    const { state, position } = await handler.execute({
      stream: streams.site(siteId),
      decider: siteDecider,
      decide: (site) => decideAcceptInvitation(site, { userId, tokenHash, holdsClaims, isForOther, now: context.now }),
      context,
    });
    const used = state?.invitations.find((invitation) => invitation.tokenHash === tokenHash);
    if (used) await accounts.closeInvitation({ invitationId: used.invitationId, siteId });
    // After the event, and again for whoever accepts again: a crash in between leaves nobody without the role for good.
    await accounts.grantRole(userId, 'staff');
    const roles = ROLES.filter((candidate) => candidate === 'staff' || allRoles.includes(candidate));
    return { answer: { role, tenantId, allRoles: roles }, position };
  });

  mountCall(app, authenticate, siteCalls.removeStaff, async ({ params, session: maybe, request }) => {
    const session = signedIn(maybe);
    const { siteId, userId } = params;
    const { position } = await handler.execute({
      stream: streams.site(siteId),
      decider: siteDecider,
      decide: (site) => decideRemoveStaff(site, { tenantId: session.tenantId, userId }),
      context: commandContext({ request, session, commandName: 'RemoveStaff', clock, role: 'site_owner' }),
    });
    await dropRoleUnlessStaffElsewhere(deps, userId, siteId);
    return { answer: { success: true }, position };
  });
}

/**
 * The role follows the memberships: it goes with the last one. What staff may do is decided by the site's own stream in
 * any case, at once; the role opens the staff screens. Looked at again after revoking, for somebody who has joined
 * another site meanwhile. If this fails the call fails, and removing again does it again.
 */
async function dropRoleUnlessStaffElsewhere(deps: CommandServiceDeps, userId: string, siteId: string): Promise<void> {
  const isStaffElsewhere = async () => (await deps.lookups.sitesStaffedBy(userId)).some((id) => id !== siteId);
  if (await isStaffElsewhere()) return;
  await deps.accounts.revokeRole(userId, 'staff');
  if (await isStaffElsewhere()) await deps.accounts.grantRole(userId, 'staff');
}

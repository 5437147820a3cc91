import { streams } from '@perktree/contracts/catalogue/events';
import { ROLES } from '@perktree/contracts/kernel/envelope';
import { DELETED_USER, UNNAMED_USER } from '@perktree/contracts/kernel/person-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { siteCalls } from '@perktree/contracts/site/calls';
import { mailLanguageOf } from '@perktree/platform/http/accepted-language';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import { commandContext } from '../http/command-context.ts';
import {
  decideAcceptInvitation,
  decideInviteStaff,
  decideRemoveStaff,
  decideWithdrawInvitation,
  openInvitation,
} from '../site/decisions/staff-and-distributors.ts';
import { siteFold, worksAt } from '../site/decisions/state.ts';
import { hashInvitationToken, newInvitationToken, siteOfInvitationToken } from './invitation-token.ts';

export function mountStaffRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { handler, authenticate, accounts, clock } = deps;

  mountCall(app, authenticate, siteCalls.inviteStaff, async ({ params: { siteId }, body, session, request }) => {
    const context = commandContext({ request, session, commandName: 'InviteStaff', clock, role: 'site_owner' });
    const token = newInvitationToken(siteId);
    const invitation = { tenantId: session.tenantId, tokenHash: hashInvitationToken(token), now: context.now };
    // Only this answer contains the token, so a retry after a crash creates another invitation.
    const invitationId = deriveUuid('invitation', context.commandId, invitation.tokenHash);
    const { events, position, state } = await handler.execute({
      stream: streams.site(siteId),
      fold: siteFold,
      decide: (site) => decideInviteStaff(site, { ...invitation, invitationId }),
      context: { ...context, commandId: invitationId },
    });
    const invited = events.find((event) => event.type === 'StaffInvited');
    if (!invited) throw new Error('inviting staff appended no StaffInvited');
    const { expiresAt } = invited.data;
    const mail = {
      kind: 'invite_staff' as const,
      token,
      repeat: null,
      language: mailLanguageOf(request),
      data: { site: state?.name ?? '', inviterId: session.userId },
    };
    await accounts.rememberInvitation({ invitationId, siteId, email: body.email, expiresAt, mail });
    return {
      answer: {
        invitationUrl: `${deps.publicUrl}/staff-invitations/${token}`,
        expiresAt: invited.data.expiresAt,
      },
      position,
    };
  });

  mountCall(app, authenticate, siteCalls.withdrawInvitation, async ({ params, session, request }) => {
    const { siteId, invitationId } = params;
    const { position } = await handler.execute({
      stream: streams.site(siteId),
      fold: siteFold,
      decide: (site) => decideWithdrawInvitation(site, { tenantId: session.tenantId, invitationId }),
      context: commandContext({ request, session, commandName: 'WithdrawInvitation', clock, role: 'site_owner' }),
    });
    // After the event, and also when the invitation is withdrawn again.
    await accounts.closeInvitation({ invitationId, siteId });
    return { answer: { success: true }, position };
  });

  mountCall(app, authenticate, siteCalls.staffInvitation, async ({ params: { token } }) => {
    const siteId = siteOfInvitationToken(token);
    if (siteId === null) throw new Refused('INVITATION_INVALID');
    const { state } = await handler.load(streams.site(siteId), siteFold);
    const { site, invitation } = openInvitation(state, hashInvitationToken(token), clock().toISOString());
    const { invitationId, expiresAt } = invitation;
    const email = await accounts.invitedAddress({ invitationId, siteId });
    if (email === null) throw new Refused('INVITATION_INVALID');
    const name = (await accounts.displayNames([site.ownerId])).get(site.ownerId) ?? UNNAMED_USER;
    const invitedBy = name === UNNAMED_USER || name === DELETED_USER ? null : name;
    return { answer: { site: site.name, invitedBy, email, expiresAt } };
  });

  mountCall(app, authenticate, siteCalls.acceptInvitation, async ({ params, session, request }) => {
    const siteId = siteOfInvitationToken(params.token);
    if (siteId === null) throw new Refused('INVITATION_INVALID');
    const { userId, role, tenantId, allRoles } = session;
    const context = commandContext({ request, session, commandName: 'AcceptInvitation', clock });
    const tokenHash = hashInvitationToken(params.token);
    const holdsClaims = (await deps.lookups.claimedOffers(userId, siteId)).length > 0;
    const { state: site } = await handler.load(streams.site(siteId), siteFold);
    const invited = site?.invitations.find((invitation) => invitation.tokenHash === tokenHash);
    const acceptance = invited ? await accounts.invitationAcceptance({ ...invited, siteId, userId }) : 'allowed';
    const { state, position } = await handler.execute({
      stream: streams.site(siteId),
      fold: siteFold,
      decide: (site) => decideAcceptInvitation(site, { userId, tokenHash, holdsClaims, acceptance, now: context.now }),
      context,
    });
    const used = state?.invitations.find((invitation) => invitation.tokenHash === tokenHash);
    if (used) await accounts.closeInvitation({ invitationId: used.invitationId, siteId });
    // After the event, and also when the invitation is accepted again, which repairs a crash in between.
    await accounts.grantRole(userId, 'staff');
    // Removed meanwhile: that call may have found no role to revoke.
    if (!worksAt((await handler.load(streams.site(siteId), siteFold)).state, userId)) {
      await dropRoleUnlessStaffElsewhere(deps, userId, siteId);
      throw new Refused('INVITATION_INVALID');
    }
    const roles = ROLES.filter((candidate) => candidate === 'staff' || allRoles.includes(candidate));
    return { answer: { role, tenantId, allRoles: roles }, position };
  });

  mountCall(app, authenticate, siteCalls.removeStaff, async ({ params, session, request }) => {
    const { siteId, userId } = params;
    const { position } = await handler.execute({
      stream: streams.site(siteId),
      fold: siteFold,
      decide: (site) => decideRemoveStaff(site, { tenantId: session.tenantId, userId }),
      context: commandContext({ request, session, commandName: 'RemoveStaff', clock, role: 'site_owner' }),
    });
    await dropRoleUnlessStaffElsewhere(deps, userId, siteId);
    return { answer: { success: true }, position };
  });
}

/**
 * Revokes the staff role with the last membership. The role opens the staff screens; the site's stream decides what staff
 * may do. Checked again after revoking, because the person may have joined another site concurrently. Removing again
 * retries a failed call.
 */
async function dropRoleUnlessStaffElsewhere(deps: CommandServiceDeps, userId: string, siteId: string): Promise<void> {
  const isStaffElsewhere = async () => (await deps.lookups.sitesStaffedBy(userId)).some((id) => id !== siteId);
  if (await isStaffElsewhere()) return;
  await deps.accounts.revokeRole(userId, 'staff');
  if (await isStaffElsewhere()) await deps.accounts.grantRole(userId, 'staff');
}

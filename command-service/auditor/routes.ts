import { auditorCalls, MAX_AUDIT_DAYS } from '@perktree/contracts/auditor/calls';
import { type AuditorEvent, streams } from '@perktree/contracts/catalogue/events';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { ROLES } from '@perktree/contracts/kernel/envelope';
import { DELETED_USER, UNNAMED_USER } from '@perktree/contracts/kernel/person-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { addDays, dayIn, startOfDay } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { mailLanguageOf } from '@perktree/platform/http/accepted-language';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { CommandServiceDeps } from '../deps.ts';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import { commandContext } from '../http/command-context.ts';
import { hashInvitationToken, newInvitationToken, siteOfInvitationToken } from '../staff/invitation-token.ts';
import {
  type Auditors,
  decideAcceptAudit,
  decideEndAuditor,
  decideInviteAuditor,
  decideRenewInvitation,
  auditorsFold as fold,
  openAuditorInvitation,
} from './decisions/auditor.ts';

type Deps = Pick<CommandServiceDeps, 'handler' | 'authenticate' | 'accounts' | 'clock' | 'pool' | 'publicUrl'>;
interface Caller {
  readonly session: Session;
  readonly request: FastifyRequest;
}

interface Business {
  /** The names of its first sites; empty: it has none. */
  readonly name: string;
  /** Null: it has no site yet. */
  readonly ownerId: string | null;
  /** The one that all its sites have, otherwise UTC. */
  readonly timeZone: string;
}

const SHOWN_SITES = 3;

/** What mails and invitations say of a business, as far as the read model has read. */
async function businessOf(pool: Pool, tenantId: string | null): Promise<Business> {
  if (tenantId === null) return PLATFORM_ZONE;
  const { rows } = await pool.query<{ name: string; ownerId: string; zone: string | null }>(
    `SELECT name, owner_id AS "ownerId", configuration::json->>'timeZone' AS zone
     FROM ${READ_MODEL_SCHEMA}.sites WHERE tenant_id = $1 ORDER BY created_at, site_id`,
    [tenantId],
  );
  const others = rows.length - SHOWN_SITES;
  const shown = rows.slice(0, SHOWN_SITES).map(({ name }) => name);
  const zones = new Set(rows.map(({ zone }) => zone ?? UTC));
  const [zone] = zones;
  return {
    name: [...shown, ...(others > 0 ? [`+${others}`] : [])].join(', '),
    ownerId: rows[0]?.ownerId ?? null,
    timeZone: zone !== undefined && zones.size === 1 ? zone : UTC,
  };
}

/** In the token of an invitation, in place of a tenant. */
const PLATFORM = '00000000-0000-0000-0000-000000000000';
const PLATFORM_ZONE: Business = { name: '', ownerId: null, timeZone: UTC };

/** Owners let auditors read their business, superadmins the platform, for a stated time (docs/reference/accounts.md#auditors). */
export function mountAuditorRoutes(app: FastifyInstance, deps: Deps): void {
  const { handler, authenticate, accounts, clock, pool } = deps;

  mountCall(app, authenticate, auditorCalls.inviteAuditor, async ({ body, ...caller }) => {
    const { tenantId, context } = inviter(clock, caller, 'InviteAuditor');
    const { timeZone } = await businessOf(pool, tenantId);
    const until = endOf(body.until, timeZone, context.now);
    return invite(deps, caller, { tenantId, context, email: body.email }, (_, { auditorId, ...invitation }) =>
      decideInviteAuditor({ auditorId, tenantId, until, ...invitation }),
    );
  });

  mountCall(app, authenticate, auditorCalls.renewAuditorInvitation, async ({ params, ...caller }) => {
    const { auditorId } = params;
    const { tenantId, context } = inviter(clock, caller, 'InviteAuditor');
    const stream = streams.auditors(tenantId);
    const email = await accounts.invitedAddress({ invitationId: auditorId, siteId: stream });
    if (email === null) throw new Refused('AUDITOR_NOT_FOUND');
    return invite(deps, caller, { tenantId, context, email }, (auditors, { tokenHash, now }) =>
      decideRenewInvitation(auditors, { auditorId, tokenHash, now }),
    );
  });

  mountCall(app, authenticate, auditorCalls.endAuditor, async ({ params: { auditorId }, ...caller }) => {
    const { tenantId, context } = inviter(clock, caller, 'EndAuditor');
    const stream = streams.auditors(tenantId);
    const decide = (auditors: Auditors) => decideEndAuditor(auditors, auditorId);
    const execution = { stream, fold, context, decide };
    // The right ends first: of a call that fails in between, the list shows an auditor who can be ended again.
    await handler.dryRun(execution);
    await accounts.endAudit(auditorId);
    const { position } = await handler.execute(execution);
    // It may have been granted meanwhile (`accept`).
    await accounts.endAudit(auditorId);
    await accounts.closeInvitation({ invitationId: auditorId, siteId: stream });
    return { answer: { success: true }, position };
  });

  mountCall(app, authenticate, auditorCalls.auditorInvitation, async ({ params: { token } }) => {
    const tenantId = tenantOf(token);
    const stream = streams.auditors(tenantId);
    const { state } = await handler.load(stream, fold);
    const auditor = openAuditorInvitation(state, hashInvitationToken(token), clock().toISOString());
    const { auditorId, expiresAt, until } = auditor;
    const email = await accounts.invitedAddress({ invitationId: auditorId, siteId: stream });
    if (email === null) throw new Refused('INVITATION_INVALID');
    const { name, ownerId, timeZone } = await businessOf(pool, tenantId);
    const invitedBy = ownerId === null ? null : await nameOf(accounts, ownerId);
    const business = tenantId === null ? null : name || (invitedBy ?? '');
    return { answer: { business, invitedBy, email, expiresAt, until, timeZone } };
  });

  mountCall(app, authenticate, auditorCalls.acceptAuditorInvitation, ({ params, ...caller }) =>
    accept(deps, caller, params.token),
  );
}

/** The right is stored after its event. Repeating a call that failed in between stores it. */
async function accept({ handler, accounts, clock }: Deps, { session, request }: Caller, token: string) {
  const tenantId = tenantOf(token);
  const { userId, role, allRoles } = session;
  const context = commandContext({ request, session, commandName: 'AcceptAudit', clock });
  const stream = streams.auditors(tenantId);
  const tokenHash = hashInvitationToken(token);
  const { state } = await handler.load(stream, fold);
  const found = [...state.values()].find((auditor) => auditor.tokenHash === tokenHash);
  const invitationId = found?.auditorId;
  const acceptance = invitationId
    ? await accounts.invitationAcceptance({ invitationId, siteId: stream, userId })
    : 'allowed';
  const isInviter = tenantId === null ? allRoles.includes('superadmin') : session.tenantId === tenantId;
  const accepted = { userId, tokenHash, isInviter, acceptance, now: context.now };
  const decide = (auditors: Auditors) => decideAcceptAudit(auditors, accepted);
  const { position } = await handler.execute({ stream, fold, context, decide });
  if (found === undefined) throw new Refused('INVITATION_INVALID');
  const { auditorId, until } = found;
  await accounts.closeInvitation({ invitationId: auditorId, siteId: stream });
  await accounts.grantAudit({ auditorId, userId, tenantId, until });
  // Ended meanwhile: that call may have found no right to end.
  if ((await handler.load(stream, fold)).state.get(auditorId)?.isEnded) {
    await accounts.endAudit(auditorId);
    throw new Refused('INVITATION_INVALID');
  }
  const roles = ROLES.filter((candidate) => candidate === 'auditor' || allRoles.includes(candidate));
  return { answer: { role, tenantId: session.tenantId, allRoles: roles }, position };
}

/** Superadmins invite for the platform in that role, owners for their business. */
function inviter(clock: Deps['clock'], { session, request }: Caller, commandName: string) {
  const isOwner = session.tenantId !== null && session.role !== 'superadmin';
  const role = isOwner ? 'site_owner' : 'superadmin';
  if (!session.allRoles.includes(role)) throw new Refused('NOT_ALLOWED');
  const context = commandContext({ request, session, commandName, clock, role });
  return { tenantId: isOwner ? session.tenantId : null, context };
}

async function nameOf(accounts: Deps['accounts'], userId: string): Promise<string | null> {
  const name = (await accounts.displayNames([userId])).get(userId) ?? UNNAMED_USER;
  return name === UNNAMED_USER || name === DELETED_USER ? null : name;
}

/** Stores an invitation, then mails its link. */
async function invite(
  { handler, accounts, pool, publicUrl }: Deps,
  { session, request }: Caller,
  to: { readonly tenantId: string | null; readonly context: CommandContext; readonly email: string },
  decide: (
    auditors: Auditors,
    invitation: { readonly auditorId: string; readonly tokenHash: string; readonly now: string },
  ) => readonly AuditorEvent[],
) {
  const { tenantId, context, email } = to;
  const { now } = context;
  const token = newInvitationToken(tenantId ?? PLATFORM);
  const tokenHash = hashInvitationToken(token);
  // Only this answer contains the token, so a retry after a crash creates another invitation.
  const commandId = deriveUuid('auditor', context.commandId, tokenHash);
  const stream = streams.auditors(tenantId);
  const { events, position } = await handler.execute({
    stream,
    fold,
    context: { ...context, commandId },
    decide: (auditors) => decide(auditors, { auditorId: commandId, tokenHash, now }),
  });
  const { auditorId, expiresAt, until } = invitedIn(events);
  const { name, timeZone } = await businessOf(pool, tenantId);
  const site = name || (tenantId === null ? '' : ((await nameOf(accounts, session.userId)) ?? ''));
  await accounts.rememberInvitation({
    invitationId: auditorId,
    siteId: stream,
    email,
    expiresAt,
    mail: {
      kind: 'invite_auditor',
      token,
      data: {
        ...(site !== '' && { site }),
        inviterId: session.userId,
        lastDay: dayIn(timeZone, Date.parse(until) - 1),
        timeZone,
      },
      language: mailLanguageOf(request),
      repeat: tokenHash.slice(0, 8),
    },
  });
  return {
    answer: { auditorId, invitationUrl: `${publicUrl}/auditor-invitations/${token}`, expiresAt, until },
    position,
  };
}

function invitedIn([event]: readonly AuditorEvent[]) {
  if (event?.type !== 'AuditorInvited') throw new Error('inviting an auditor appended no AuditorInvited');
  return event.data;
}

/** The tenant in a token; null: the platform. @throws Refused INVITATION_INVALID */
function tenantOf(token: string): string | null {
  const id = siteOfInvitationToken(token);
  if (id === null) throw new Refused('INVITATION_INVALID');
  return id === PLATFORM ? null : id;
}

/** The end of a day in a zone, ISO 8601 UTC. @throws Refused AUDIT_DAY_OUT_OF_RANGE */
function endOf(day: string, timeZone: string, now: string): string {
  const today = dayIn(timeZone, Date.parse(now));
  if (day < today || day > addDays(today, MAX_AUDIT_DAYS)) {
    throw new Refused('AUDIT_DAY_OUT_OF_RANGE', { days: MAX_AUDIT_DAYS });
  }
  return new Date(startOfDay(timeZone, addDays(day, 1))).toISOString();
}

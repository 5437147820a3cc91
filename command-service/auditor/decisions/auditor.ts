import type { AuditorEvent, EventData } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Fold } from '../../engine/fold.ts';

const INVITATION_DAYS = 7;

interface Auditor extends EventData<'AuditorInvited'> {
  /** The account that accepted; null: none. */
  readonly userId: string | null;
  readonly isEnded: boolean;
}

export type Auditors = ReadonlyMap<string, Auditor>;

export const auditorsFold: Fold<Auditors, AuditorEvent> = {
  initialState: new Map(),
  evolve(auditors, { type, data }) {
    const known = auditors.get(data.auditorId);
    if (type === 'AuditorInvited') {
      return new Map(auditors).set(data.auditorId, { ...data, userId: null, isEnded: false });
    }
    if (known === undefined) throw new Error(`${type} before AuditorInvited`);
    const change = type === 'AuditorJoined' ? { userId: data.userId } : { isEnded: true };
    return new Map(auditors).set(data.auditorId, { ...known, ...change });
  },
};

interface InviteAuditor extends Pick<Auditor, 'auditorId' | 'tenantId' | 'tokenHash' | 'until'> {
  readonly now: string;
}

export function decideInviteAuditor({ now, ...invitation }: InviteAuditor): readonly AuditorEvent[] {
  return [{ type: 'AuditorInvited', data: { ...invitation, expiresAt: expiryOf(invitation.until, now) } }];
}

/** The link works for 7 days, and no longer than the audit lasts. */
function expiryOf(until: string, now: string): string {
  return new Date(Math.min(Date.parse(now) + INVITATION_DAYS * DAY_MS, Date.parse(until))).toISOString();
}

/**
 * Invites again who has not accepted: the earlier link no longer works.
 * @throws Refused AUDITOR_NOT_FOUND
 */
export function decideRenewInvitation(
  auditors: Auditors,
  { auditorId, tokenHash, now }: Pick<InviteAuditor, 'auditorId' | 'tokenHash' | 'now'>,
): readonly AuditorEvent[] {
  const auditor = auditors.get(auditorId);
  if (auditor === undefined || auditor.userId !== null || !isRunning(auditor, now)) {
    throw new Refused('AUDITOR_NOT_FOUND');
  }
  const { tenantId, until } = auditor;
  return decideInviteAuditor({ auditorId, tenantId, tokenHash, until, now });
}

interface AcceptAudit {
  readonly userId: string;
  readonly tokenHash: string;
  /** Whether the account reads all these records without being an auditor: the owner, or a superadmin. */
  readonly isInviter: boolean;
  /** Whether the account may accept an invitation to the invited address. */
  readonly acceptance: 'allowed' | 'other_account' | 'unverified';
  readonly now: string;
}

/** The invitation that can be accepted now by a token. @throws Refused INVITATION_INVALID */
export function openAuditorInvitation(auditors: Auditors, tokenHash: string, now: string): Auditor {
  const auditor = withToken(auditors, tokenHash);
  if (auditor === undefined || auditor.userId !== null || !isRunning(auditor, now)) {
    throw new Refused('INVITATION_INVALID');
  }
  if (Date.parse(now) >= Date.parse(auditor.expiresAt)) throw new Refused('INVITATION_INVALID');
  return auditor;
}

/**
 * Accepting the same invitation again appends nothing.
 * @throws Refused INVITATION_INVALID, INVITATION_FOR_OTHER_ACCOUNT, EMAIL_NOT_VERIFIED, AUDITOR_OWNS_BUSINESS
 */
export function decideAcceptAudit(auditors: Auditors, command: AcceptAudit): readonly AuditorEvent[] {
  const { userId, tokenHash, now } = command;
  const known = withToken(auditors, tokenHash);
  if (known?.userId === userId && !known.isEnded) return [];
  const { auditorId, tenantId } = openAuditorInvitation(auditors, tokenHash, now);
  if (command.acceptance === 'other_account') throw new Refused('INVITATION_FOR_OTHER_ACCOUNT');
  if (command.acceptance === 'unverified') throw new Refused('EMAIL_NOT_VERIFIED');
  if (command.isInviter) throw new Refused('AUDITOR_OWNS_BUSINESS');
  return [{ type: 'AuditorJoined', data: { auditorId, tenantId, userId } }];
}

/** Appends nothing if it has ended before. @throws Refused AUDITOR_NOT_FOUND */
export function decideEndAuditor(auditors: Auditors, auditorId: string): readonly AuditorEvent[] {
  const auditor = auditors.get(auditorId);
  if (auditor === undefined) throw new Refused('AUDITOR_NOT_FOUND');
  if (auditor.isEnded) return [];
  const { tenantId, userId } = auditor;
  return [{ type: 'AuditorEnded', data: { auditorId, tenantId, userId } }];
}

const withToken = (auditors: Auditors, tokenHash: string) =>
  [...auditors.values()].find((auditor) => auditor.tokenHash === tokenHash);

const isRunning = ({ isEnded, until }: Auditor, now: string) => !isEnded && Date.parse(now) < Date.parse(until);

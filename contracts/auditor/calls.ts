import { z } from 'zod';
import { emailAddress } from '../account/fields.ts';
import { mailState } from '../account/mail-calls.ts';
import { callsOf, isoTime, listQuery } from '../kernel/call.ts';
import { rule } from '../kernel/issue-codes.ts';
import { secret } from '../kernel/secret-text.ts';

const call = callsOf('Auditors');

/** Owners: of their business. Superadmins: of the platform. */
const access = ['site_owner', 'superadmin'] as const;
const params = z.strictObject({ auditorId: z.uuid() });
const byToken = z.strictObject({ token: z.string().min(1).max(200) });

export const MAX_AUDIT_DAYS = 730;
export const AUDITOR_STATES = ['invited', 'active', 'ended'] as const;

const invited = z.strictObject({
  auditorId: z.uuid(),
  invitationUrl: secret(z.url()),
  expiresAt: isoTime,
  until: isoTime,
});

const auditorAnswer = z.strictObject({
  id: z.uuid(),
  /** Ended: by the inviter, or by time. */
  state: z.enum(AUDITOR_STATES),
  /** The account that accepted; null: not accepted, or erased. */
  userId: z.string().nullable(),
  name: z.string().nullable(),
  /** The invited address; null where it was deleted. */
  email: z.string().nullable(),
  invitedAt: isoTime,
  /** When the link stops working. */
  expiresAt: isoTime,
  joinedAt: isoTime.nullable(),
  /** When the right to read ends, or ended by time. */
  until: isoTime,
  /** Ended earlier, on screen. */
  endedAt: isoTime.nullable(),
  /** Of the mail with the link; null: none was sent. */
  mail: z.strictObject(mailState).nullable(),
  /** Of the business, or UTC for the platform. */
  timeZone: z.string(),
});
export type AuditorAnswer = z.infer<typeof auditorAnswer>;

export const auditorCalls = {
  inviteAuditor: call('POST', '/api/auditors', {
    summary: 'Invite an auditor of my business, or as a superadmin of the platform; the answer has the link to send',
    access,
    body: z.strictObject({
      email: emailAddress,
      /** The last day, in the time zone of the business. */
      until: z.iso.date({ error: rule('NOT_A_DATE') }),
    }),
    answer: invited,
    status: 201,
    sensitive: { proof: 'session', needsVerifiedAddress: false, notice: 'auditor_invited' },
  }),
  auditors: call('GET', '/api/auditors', {
    summary: 'Auditors that my business, or as a superadmin the platform, has invited; newest first',
    access,
    query: listQuery(AUDITOR_STATES, ['newest', 'oldest']),
    answer: z.array(auditorAnswer),
  }),
  renewAuditorInvitation: call('POST', '/api/auditors/:auditorId/invitation', {
    summary: 'Send an invitation that was not accepted again; its earlier link stops working',
    access,
    params,
    answer: invited,
    status: 201,
  }),
  endAuditor: call('DELETE', '/api/auditors/:auditorId', {
    summary: 'End what an auditor may read, or withdraw the invitation, effective at once',
    access,
    params,
    answer: z.strictObject({ success: z.boolean() }),
  }),
  auditorInvitation: call('GET', '/api/auditor-invitations/:token', {
    summary: 'Get who invites which address to audit what, by the token of an invitation that can be accepted',
    access: 'anyone',
    params: byToken,
    answer: z.strictObject({
      /** Names of the sites of the business; null: the platform. */
      business: z.string().nullable(),
      /** Null: the account has no name. */
      invitedBy: z.string().nullable(),
      /** Only the account with this address can accept it. */
      email: z.string(),
      expiresAt: isoTime,
      until: isoTime,
      /** In which `until` is the end of a day. */
      timeZone: z.string(),
    }),
  }),
  acceptAuditorInvitation: call('POST', '/api/auditor-invitations/:token/accept', {
    summary: 'Become an auditor through an invitation',
    access: 'signed_in',
    params: byToken,
    answer: z.strictObject({ role: z.string(), tenantId: z.string().nullable(), allRoles: z.array(z.string()) }),
  }),
} as const;

import { z } from 'zod';
import { emailAddress } from '../account/fields.ts';
import { mailState } from '../account/mail-calls.ts';
import { AUDITED_BY, callsOf, isoTime, listQuery, nameSchema, searchQuery, siteParams } from '../kernel/call.ts';
import { editBody } from '../kernel/edits.ts';
import { currencySchema } from '../kernel/money.ts';
import { secret } from '../kernel/secret-text.ts';
import { siteConfigurationSchema, timeZoneSchema } from './configuration.ts';

const call = callsOf('Sites');

export const siteAnswer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  currency: currencySchema,
  isActive: z.boolean(),
  createdAt: isoTime,
  /** Of the site's days and months, such as `Europe/Madrid`. */
  timeZone: z.string(),
});
export type SiteAnswer = z.infer<typeof siteAnswer>;

export const SITE_STATES = ['active', 'inactive'] as const;
export const SITE_ORDERS = ['newest', 'oldest', 'name'] as const;

/** The fields that change: each may be left out and then stays. */
export const configurationBody = editBody({ ...siteConfigurationSchema.shape, name: nameSchema });

/** An invitation to the staff of a site; its link is shown only when it is made. */
const invitationAnswer = z.strictObject({
  invitationId: z.uuid(),
  email: z.string(),
  invitedAt: isoTime,
  expiresAt: isoTime,
  /** Of the mail with the link; null: none was sent. */
  mail: z.strictObject(mailState).nullable(),
});
export type SiteInvitation = z.infer<typeof invitationAnswer>;

const staffAnswer = z.strictObject({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.enum(['active']),
  joinedAt: isoTime,
});
export type StaffAnswer = z.infer<typeof staffAnswer>;

export const siteCalls = {
  listSites: call('GET', '/api/me/sites', {
    summary: 'Sites that I own, or whose staff I am; newest first',
    access: 'signed_in',
    query: listQuery(SITE_STATES, SITE_ORDERS),
    answer: z.array(siteAnswer),
  }),
  createSite: call('POST', '/api/sites', {
    summary: 'Create a site',
    access: ['site_owner'],
    body: z.strictObject({
      name: nameSchema,
      currency: currencySchema,
      /** Default UTC. */
      timeZone: timeZoneSchema.optional(),
    }),
    answer: siteAnswer,
    status: 201,
  }),
  siteConfiguration: call('GET', '/api/sites/:siteId/config', {
    summary: 'Configuration of a site',
    access: AUDITED_BY,
    params: siteParams,
    answer: siteConfigurationSchema,
  }),
  configureSite: call('PUT', '/api/sites/:siteId/config', {
    summary: 'Save the configuration of a site',
    access: ['site_owner'],
    params: siteParams,
    body: configurationBody,
    answer: siteConfigurationSchema,
  }),
  inviteStaff: call('POST', '/api/sites/:siteId/staff-invitations', {
    summary: 'Invite a person to the staff of a site; the answer has the link to send',
    access: ['site_owner'],
    params: siteParams,
    body: z.strictObject({ email: emailAddress }),
    answer: z.strictObject({ invitationUrl: secret(z.url()), expiresAt: isoTime }),
    status: 201,
    // Without proof: owners invite staff on any day, and programs that sign in for them do so in old sessions.
    sensitive: { proof: 'none', needsVerifiedAddress: false, notice: 'staff_invited' },
  }),
  listInvitations: call('GET', '/api/sites/:siteId/staff-invitations', {
    summary: 'Invitations to the staff of a site that can still be accepted, newest first',
    access: ['site_owner', 'superadmin'],
    params: siteParams,
    query: searchQuery(['newest', 'oldest']),
    answer: z.array(invitationAnswer),
  }),
  withdrawInvitation: call('DELETE', '/api/sites/:siteId/staff-invitations/:invitationId', {
    summary: 'Withdraw an invitation; its link stops working at once',
    access: ['site_owner'],
    params: z.strictObject({ siteId: z.uuid(), invitationId: z.uuid() }),
    answer: z.strictObject({ success: z.boolean() }),
  }),
  staffInvitation: call('GET', '/api/staff-invitations/:token', {
    summary:
      'Get who invites which address to the staff of which site, by the token of an invitation that can be accepted',
    access: 'anyone',
    params: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: z.strictObject({
      site: z.string(),
      /** Null: the account has no name. */
      invitedBy: z.string().nullable(),
      /** Only the account with this address can accept it. */
      email: z.string(),
      expiresAt: isoTime,
    }),
  }),
  acceptInvitation: call('POST', '/api/staff-invitations/:token/accept', {
    summary: 'Join the staff of a site through an invitation',
    access: 'signed_in',
    params: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: z.strictObject({ role: z.string(), tenantId: z.string().nullable(), allRoles: z.array(z.string()) }),
  }),
  listStaff: call('GET', '/api/sites/:siteId/staff', {
    summary: 'Staff of a site, in the order in which they joined',
    access: ['site_owner', 'superadmin'],
    params: siteParams,
    query: searchQuery(['oldest', 'newest']),
    answer: z.array(staffAnswer),
  }),
  removeStaff: call('DELETE', '/api/sites/:siteId/staff/:userId', {
    summary: 'Remove a staff member from a site, effective at once',
    access: ['site_owner'],
    params: z.strictObject({ siteId: z.uuid(), userId: z.string().min(1).max(100) }),
    answer: z.strictObject({ success: z.boolean() }),
  }),
} as const;

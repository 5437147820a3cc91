import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { emailAddress, returnTo } from './fields.ts';

const call = callsOf('Accounts');

/** Where a mail is. `bounced`: the mail server refused it, with its answer as the reason. */
export const mailState = {
  state: z.enum(['queued', 'sent', 'bounced', 'failed']),
  reason: z.string().nullable(),
};

const weeklyDigest = z.strictObject({ isOn: z.boolean() });

/** Calls that send a mail to the caller, and the one of a mail's link. Without a mail server they answer alike and send nothing. */
export const mailCalls = {
  forgotPassword: call('POST', '/api/auth/forgot-password', {
    summary:
      'Send a link for a new password to the account of an address. The answer is the same without such an account',
    access: 'anyone',
    body: z.strictObject({
      email: emailAddress,
      returnTo,
    }),
    answer: z.strictObject({}),
    status: 202,
  }),
  verifyEmail: call('POST', '/api/auth/verify-email', {
    summary: 'Verify the e-mail address of an account by the link of a mail',
    access: 'anyone',
    body: z.strictObject({
      /** The part of the link after `#`. */
      token: z.string().min(1).max(200),
    }),
    answer: z.undefined(),
    status: 204,
  }),
  resendVerification: call('POST', '/api/auth/resend-verification', {
    summary: 'Send the mail that verifies my e-mail address again, unless it is verified',
    access: 'signed_in',
    body: z.strictObject({ returnTo }),
    answer: z.strictObject({}),
    status: 202,
  }),
  weeklyDigest: call('GET', '/api/auth/weekly-digest', {
    summary: 'Whether I get a weekly digest by e-mail',
    access: ['site_owner', 'distributor'],
    answer: weeklyDigest,
  }),
  setWeeklyDigest: call('PUT', '/api/auth/weekly-digest', {
    summary:
      'Turn my weekly digest by e-mail on or off. It is sent on Mondays at 08:00 UTC, to verified addresses only',
    access: ['site_owner', 'distributor'],
    body: weeklyDigest,
    answer: weeklyDigest,
  }),
  unsubscribe: call('POST', '/api/unsubscribe/:token', {
    summary: 'Turn a weekly digest off by the link of its mail, with one click (RFC 8058). Takes forms, too',
    access: 'anyone',
    params: z.strictObject({ token: z.string().min(1).max(200) }),
    body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') }),
    answer: z.strictObject({}),
  }),
} as const;

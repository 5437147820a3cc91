import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { roleSchema } from '../kernel/envelope.ts';
import { rule } from '../kernel/issue-codes.ts';
import { SHOWN_LINE } from '../kernel/plain-text.ts';
import { planIdSchema } from '../subscription/events.ts';
import { emailAddress as email, knownPassword, newPassword, oneTimeCode, returnTo } from './fields.ts';

export const LOGIN_INTENTS = ['customer', 'distributor', 'business'] as const;
export const intentSchema = z.enum(LOGIN_INTENTS);
export type LoginIntent = z.infer<typeof intentSchema>;

const personName = z
  .string()
  .trim()
  .max(80)
  .regex(...SHOWN_LINE);

export const userAnswer = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: roleSchema,
  subscriptionPlan: planIdSchema,
  /** Whether the address has been verified, by the link of a mail or by a sign-in provider. */
  emailVerified: z.boolean(),
  /** Set while a superadmin views the product as this user, read-only, with the end of the view. */
  viewedUntil: z.iso.datetime().optional(),
});
export type UserAnswer = z.infer<typeof userAnswer>;

export const roleInfoAnswer = z.strictObject({
  role: roleSchema,
  tenantId: z.string().nullable(),
  allRoles: z.array(roleSchema),
});
export type RoleInfo = z.infer<typeof roleInfoAnswer>;

const call = callsOf('Accounts');

export const accountCalls = {
  register: call('POST', '/api/auth/register', {
    summary: 'Open an account and sign in',
    access: 'anyone',
    body: z.strictObject({
      email,
      password: newPassword,
      firstName: personName.optional(),
      lastName: personName.optional(),
      intent: intentSchema.optional(),
      returnTo,
    }),
    answer: userAnswer,
    status: 201,
  }),
  login: call('POST', '/api/auth/login', {
    summary: 'Sign in',
    access: 'anyone',
    body: z.strictObject({
      email,
      password: knownPassword,
      intent: intentSchema.optional(),
      /** Confirms the opening of a business account; required with intent `business` for an account without one. */
      confirmBusiness: z.boolean().optional(),
      /** Of an account with a second factor, which the refusal SECOND_FACTOR_REQUIRED asks for. */
      oneTimeCode: oneTimeCode.optional(),
    }),
    answer: userAnswer,
  }),
  changePassword: call('POST', '/api/auth/change-password', {
    summary: 'Change my password. This session gets a new cookie; all other sessions end',
    access: 'signed_in',
    body: z.strictObject({ currentPassword: knownPassword, newPassword }).refine(
      // In the form in which passwords are kept (identity/passwords.ts).
      (body) => body.newPassword.normalize('NFKC') !== body.currentPassword.normalize('NFKC'),
      { path: ['newPassword'], message: rule('SAME_PASSWORD') },
    ),
    answer: z.undefined(),
    status: 204,
    sensitive: { proof: 'body', needsVerifiedAddress: false, notice: 'password_changed' },
  }),
  confirmIdentity: call('POST', '/api/auth/confirm-identity', {
    summary: 'Prove that this session is mine, by my password or a code. For ten minutes it may make sensitive calls',
    access: 'signed_in',
    body: z
      .strictObject({ currentPassword: knownPassword.optional(), oneTimeCode: oneTimeCode.optional() })
      .refine(
        (body) => (body.currentPassword === undefined) !== (body.oneTimeCode === undefined),
        rule('EITHER_FIELD', { fields: 'currentPassword, oneTimeCode' }),
      ),
    answer: z.undefined(),
    status: 204,
  }),
  endOtherSessions: call('POST', '/api/auth/end-other-sessions', {
    summary: 'End all sessions of my account but this one',
    access: 'signed_in',
    // Optional only for an account without a password.
    body: z.strictObject({
      currentPassword: knownPassword.optional(),
      /** Also revokes all API keys, open device pairings and webhook endpoints of my business. Default: false. */
      revokeAccess: z.boolean().optional(),
    }),
    answer: z.undefined(),
    status: 204,
    sensitive: { proof: 'body', needsVerifiedAddress: false, notice: 'sessions_ended' },
  }),
  signInMethods: call('GET', '/api/auth/sign-in-methods', {
    summary:
      'How people can sign in here: with a password, and where it is configured at a provider (GET /api/login/oidc)',
    access: 'anyone',
    answer: z.strictObject({
      password: z.literal(true),
      /** Whether an OpenID Connect provider is configured; it may be unavailable. */
      provider: z.boolean(),
      /** Whether mail is configured: without it there are no mails for new passwords, addresses and invitations. */
      mail: z.boolean(),
    }),
  }),
  changeProfile: call('PUT', '/api/me/profile', {
    summary: 'Change my name. Lists and trees show it from then on; a part that is left out stays',
    access: 'signed_in',
    body: z.strictObject({ firstName: personName.nullable(), lastName: personName.nullable() }).partial(),
    answer: z.undefined(),
    status: 204,
  }),
  changeEmail: call('POST', '/api/me/email', {
    summary:
      'Change my e-mail address. Where mail is configured, the link of a mail to the new address does it; until then the old one stays',
    access: 'signed_in',
    body: z.strictObject({ email }),
    answer: z.strictObject({
      /** The address whose mail has the link. Null: it is changed. */
      pendingEmail: z.string().nullable(),
    }),
    sensitive: { proof: 'session', needsVerifiedAddress: false, notice: 'email_change_asked' },
  }),
  switchRole: call('POST', '/api/auth/active-role', {
    summary:
      'Switch the active role to another one that the account holds; customer and distributor are open to everyone',
    access: 'signed_in',
    body: z.strictObject({ role: roleSchema }),
    answer: roleInfoAnswer,
  }),
  user: call('GET', '/api/auth/user', {
    summary: 'The signed-in user',
    access: 'signed_in',
    answer: userAnswer,
  }),
  userRole: call('GET', '/api/auth/user-role', {
    summary: 'Active role, tenant and all roles of the signed-in user',
    access: 'signed_in',
    answer: roleInfoAnswer,
  }),
  resetPassword: call('POST', '/api/auth/reset-password', {
    summary: 'Set a new password by the link of a mail or an operator. All sessions end; no session begins',
    access: 'anyone',
    body: z.strictObject({
      /** The part of the link after `#`. */
      token: z.string().min(1).max(200),
      newPassword,
    }),
    answer: z.undefined(),
    status: 204,
  }),
} as const;

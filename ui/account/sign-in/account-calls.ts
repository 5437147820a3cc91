import type { RoleInfo, UserAnswer } from '@perktree/contracts/account/calls';
import type { allCalls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer, CallBody } from '@perktree/contracts/kernel/call';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { ApiError } from '../../lib/api-error.ts';
import { getPublicJson, postJson } from '../../lib/public/http.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { lastRole } from '../../lib/storage.ts';

type Body<Name extends keyof typeof allCalls> = CallBody<(typeof allCalls)[Name]>;
export type AccountAnswer<Name extends keyof typeof allCalls> = CallAnswer<(typeof allCalls)[Name]>;

/** Calls of the account pages, typed as those of all public pages (lib/public/public-calls.ts). */
export const signInCalls = {
  signInMethods: () => getPublicJson<AccountAnswer<'signInMethods'>>('/api/auth/sign-in-methods'),
  login: (body: Body<'login'>) => postJson<UserAnswer>('/api/auth/login', body),
  register: (body: Body<'register'>) => postJson<UserAnswer>('/api/auth/register', body),
  forgotPassword: (body: Body<'forgotPassword'>) => postJson<object>('/api/auth/forgot-password', body),
  resetPassword: (body: Body<'resetPassword'>) => postJson<void>('/api/auth/reset-password', body),
  verifyEmail: (body: Body<'verifyEmail'>) => postJson<void>('/api/auth/verify-email', body),
  switchRole: (role: Role) => postJson<RoleInfo>('/api/auth/active-role', { role }),
  unsubscribe: (token: string) =>
    postJson<object>(`/api/unsubscribe/${encodeURIComponent(token)}`, { 'List-Unsubscribe': 'One-Click' }),
  acceptDevicePairing: (token: string) =>
    postJson<AccountAnswer<'v1AcceptDevicePairing'>>(
      `/api/v1/device-pairings/${encodeURIComponent(token)}/accept`,
      undefined,
    ),
} as const;

/** The browser blocks the session cookie, so the next page would be signed out. */
export class CookiesRefused extends Error {
  override readonly name = 'CookiesRefused';
}

/**
 * Waits until the browser is known to keep the session cookie.
 * @throws CookiesRefused
 */
export async function withSessionCookie<Answer>(signIn: Promise<Answer>): Promise<Answer> {
  const answer = await signIn;
  try {
    await publicCalls.user();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new CookiesRefused();
    // Other errors say nothing about cookies; the next page reports them.
  }
  return answer;
}

/** After a login without a chosen role: the role that was used last on this device, if the account holds it. */
export async function takeLastRole(): Promise<void> {
  const last = lastRole();
  if (last === null) return;
  try {
    const { role, allRoles } = await publicCalls.userRole();
    const wanted = allRoles.find((held) => held === last);
    if (wanted !== undefined && wanted !== role) await signInCalls.switchRole(wanted);
  } catch {
    // Keep the role that the login began in.
  }
}

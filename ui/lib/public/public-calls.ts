import type { Role } from '@perktree/contracts/envelope';
import type { RoleInfo, UserAnswer } from '@perktree/contracts/http/accounts';
import type { CallAnswer, CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import type { MyScanAnswer, ScanAnswer, ScanInfoAnswer, scanningCalls } from '@perktree/contracts/http/scanning';
import { getJson, postJson } from './http.ts';

type Body<Name extends keyof typeof calls> = CallBody<(typeof calls)[Name]>;
type Answer<Name extends keyof typeof calls> = CallAnswer<(typeof calls)[Name]>;
type RedeemAnswer = CallAnswer<typeof scanningCalls.redeem>;
type ClaimAnswer = CallAnswer<typeof scanningCalls.claim>;

/** Calls of the public pages, typed by the contracts but without their schemas at run time. */
export const publicCalls = {
  user: () => getJson<UserAnswer>('/api/auth/user'),
  userRole: () => getJson<RoleInfo>('/api/auth/user-role'),
  scanInfo: (kind: 'customer' | 'distributor', token: string) =>
    getJson<ScanInfoAnswer>(`/api/scan-info/${kind}/${encodeURIComponent(token)}`),
  myScan: (scanId: string) => getJson<MyScanAnswer>(`/api/me/scans/${scanId}`),
  scan: (token: string) => postJson<ScanAnswer>('/api/scan', { token }),
  redeem: (token: string) => postJson<RedeemAnswer>('/api/redeem', { token }),
  claim: (token: string) => postJson<ClaimAnswer>('/api/claim-qr', { token }),
  signInMethods: () => getJson<Answer<'signInMethods'>>('/api/auth/sign-in-methods'),
  login: (body: Body<'login'>) => postJson<UserAnswer>('/api/auth/login', body),
  register: (body: Body<'register'>) => postJson<UserAnswer>('/api/auth/register', body),
  forgotPassword: (body: Body<'forgotPassword'>) => postJson<object>('/api/auth/forgot-password', body),
  resetPassword: (body: Body<'resetPassword'>) => postJson<void>('/api/auth/reset-password', body),
  verifyEmail: (body: Body<'verifyEmail'>) => postJson<void>('/api/auth/verify-email', body),
  switchRole: (role: Role) => postJson<RoleInfo>('/api/auth/active-role', { role }),
  unsubscribe: (token: string) =>
    postJson<object>(`/api/unsubscribe/${encodeURIComponent(token)}`, { 'List-Unsubscribe': 'One-Click' }),
  acceptDevicePairing: (token: string) =>
    postJson<Answer<'v1AcceptDevicePairing'>>(`/api/v1/device-pairings/${encodeURIComponent(token)}/accept`, undefined),
} as const;

export type PublicAnswer<Name extends keyof typeof publicCalls> = Awaited<ReturnType<(typeof publicCalls)[Name]>>;

import type { RoleInfo, UserAnswer } from '@perktree/contracts/account/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { redemptionCalls } from '@perktree/contracts/redemption/calls';
import type { MyScanAnswer, ScanAnswer, ScanInfoAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import { getPublicJson, postJson } from './http.ts';

type RedeemAnswer = CallAnswer<typeof redemptionCalls.redeem>;
type ClaimAnswer = CallAnswer<typeof scanningCalls.claim>;

/** Calls of the public pages, typed by the contracts but without their schemas at run time. */
export const publicCalls = {
  user: () => getPublicJson<UserAnswer>('/api/auth/user'),
  userRole: () => getPublicJson<RoleInfo>('/api/auth/user-role'),
  scanInfo: (kind: 'customer' | 'distributor', token: string) =>
    getPublicJson<ScanInfoAnswer>(`/api/scan-info/${kind}/${encodeURIComponent(token)}`),
  myScan: (scanId: string) => getPublicJson<MyScanAnswer>(`/api/me/scans/${scanId}`),
  scan: (token: string) => postJson<ScanAnswer>('/api/scan', { token }),
  redeem: (token: string) => postJson<RedeemAnswer>('/api/redeem', { token }),
  claim: (token: string) => postJson<ClaimAnswer>('/api/claim-qr', { token }),
} as const;

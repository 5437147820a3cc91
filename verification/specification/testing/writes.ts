import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site-configuration';
import type { CallName } from './contract.ts';
import { BENEFIT, type Shop } from './shop.ts';

export type Writer = keyof Pick<Shop, 'owner' | 'staff' | 'distributor' | 'customer'>;
/** Every call with a body: its caller, its path, and a well-formed body that is refused or changes little. */
export const WRITES: readonly (readonly [
  CallName,
  Writer,
  method: string,
  path: string,
  body: Record<string, unknown>,
])[] = [
  [
    'register',
    'customer',
    'POST',
    '/api/auth/register',
    { email: 'new@example.test', password: 'short', intent: 'customer', firstName: 'A' },
  ],
  [
    'login',
    'customer',
    'POST',
    '/api/auth/login',
    {
      email: 'nobody@example.test',
      password: 'wrong',
      intent: 'customer',
      confirmBusiness: false,
      oneTimeCode: '000000',
    },
  ],
  ['switchRole', 'customer', 'POST', '/api/auth/active-role', { role: 'customer' }],
  [
    'changePassword',
    'customer',
    'POST',
    '/api/auth/change-password',
    { currentPassword: 'wrong', newPassword: 'another long password' },
  ],
  ['beginSecondFactor', 'customer', 'POST', '/api/auth/second-factor/begin', { currentPassword: 'wrong' }],
  ['confirmSecondFactor', 'customer', 'POST', '/api/auth/second-factor/confirm', { oneTimeCode: '000000' }],
  [
    'turnOffSecondFactor',
    'customer',
    'POST',
    '/api/auth/second-factor/turn-off',
    { currentPassword: 'wrong', oneTimeCode: '000000' },
  ],
  ['endOtherSessions', 'customer', 'POST', '/api/auth/end-other-sessions', { currentPassword: 'wrong' }],
  [
    'resetPassword',
    'customer',
    'POST',
    '/api/auth/reset-password',
    { token: 'unknown', newPassword: 'a new long one' },
  ],
  ['forgotPassword', 'customer', 'POST', '/api/auth/forgot-password', { email: 'unknown@example.test' }],
  ['verifyEmail', 'customer', 'POST', '/api/auth/verify-email', { token: 'unknown' }],
  ['resendVerification', 'customer', 'POST', '/api/auth/resend-verification', {}],
  ['setWeeklyDigest', 'owner', 'PUT', '/api/auth/weekly-digest', { isOn: false }],
  ['eraseAccount', 'owner', 'POST', '/api/me/erase', { password: 'wrong', closeBusiness: false }],
  ['createSite', 'owner', 'POST', '/api/sites', { name: 'Another', currency: 'EUR' }],
  ['configureSite', 'owner', 'PUT', '{site}/config', { name: 'Shop', ...DEFAULT_SITE_CONFIGURATION }],
  ['inviteStaff', 'owner', 'POST', '{site}/staff-invitations', { email: 'somebody@example.test' }],
  ['inviteDistributor', 'owner', 'POST', '{site}/qrs/{qr}/distributor-invitations', { email: 'new@example.test' }],
  [
    'createQr',
    'owner',
    'POST',
    '{site}/qrs',
    { name: 'New', ...BENEFIT, commissionPercent: '5.00', maxRedemptions: 3, externalUrl: 'https://a.example' },
  ],
  ['editQr', 'owner', 'PUT', '{site}/qrs/{qr}', { name: 'Root', commissionPercent: '10.00' }],
  ['splitQr', 'owner', 'POST', '{site}/qrs/{qr}/split', { splits: [{ name: 'Child', commissionPercent: '0.50' }] }],
  [
    'splitOwnQr',
    'distributor',
    'POST',
    '/api/distributors/me/qrs/{qr}/split',
    { splits: [{ name: 'Child', commissionPercent: '0.50' }] },
  ],
  ['scan', 'customer', 'POST', '/api/scan', { token: 'unknown' }],
  ['redeem', 'customer', 'POST', '/api/redeem', { token: 'unknown' }],
  ['claim', 'distributor', 'POST', '/api/claim-qr', { token: 'unknown' }],
  ['staffRedeem', 'staff', 'POST', '/api/staff/redeem', { token: 'unknown', saleAmount: '10.00' }],
  [
    'markPayoutPaid',
    'owner',
    'POST',
    '/api/payouts/00000000-0000-4000-8000-000000000000/mark-paid',
    { reference: 'r' },
  ],
  ['cancelPayout', 'owner', 'POST', '/api/payouts/00000000-0000-4000-8000-000000000000/cancel', { reason: 'r' }],
  [
    'reverseRedemption',
    'owner',
    'POST',
    '/api/redemptions/{redemption}/reverse',
    { reason: 'r', amount: '0.01', freeSlot: true },
  ],
  ['createSubscription', 'owner', 'POST', '/api/create-subscription', { priceId: 'price_none' }],
];
/** Every call without a body that changes something. */
export const BARE = [
  'POST {site}/qrs/{qr}/reissue',
  'POST {site}/qrs/{qr}/deactivate',
  'POST {site}/qrs/{qr}/activate',
  'POST {site}/qrs/{qr}/release-claim',
  'POST {site}/payouts',
  'POST /api/cancel-subscription',
  'POST /api/offline-checkout/none/confirm',
];

import type { Call } from '../kernel/call.ts';
import type { RefusalCode } from '../kernel/refusals.ts';
import { type BudgetGroup, budgets, callBounds } from './budgets.ts';
import { allCalls } from './calls.ts';

export type ByCall = Readonly<Partial<Record<string, readonly RefusalCode[]>>>;

const weakPassword = ['PASSWORD_REPEATS', 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_PERSONAL'] as const;
const qr: readonly RefusalCode[] = ['SITE_NOT_FOUND', 'QR_NOT_FOUND'];
const split: readonly RefusalCode[] = [
  'COMMISSION_TOO_LOW',
  'COMMISSION_TOO_HIGH',
  'TOO_MANY_SPLITS',
  'TOO_MANY_SPLITS_IN_TREE',
  'TREE_TOO_DEEP',
  'SPLITTING_NOT_ALLOWED',
  'DISTRIBUTOR_BLOCKED',
  'QR_EXPIRED',
  'QR_INACTIVE',
  'QR_NOT_APPROVED',
  'PLAN_LIMIT_REACHED',
];
const invitation = ['INVITATION_INVALID', 'INVITATION_FOR_OTHER_ACCOUNT', 'EMAIL_NOT_VERIFIED'] as const;
const design: readonly RefusalCode[] = [
  'EDITED_MEANWHILE',
  'DESIGN_UNREADABLE',
  'PLAN_LIMIT_REACHED',
  'TOO_MUCH_AT_ONCE',
  'UNAVAILABLE',
];
const statement: readonly RefusalCode[] = ['NOTHING_SIGNED', 'HISTORY_CHANGED'];
const payout: readonly RefusalCode[] = ['PAYOUT_NOT_FOUND', 'PAYOUT_NOT_PROCESSING', 'PAYOUT_BY_PROVIDER'];
const paidPayout: readonly RefusalCode[] = ['PAYOUT_NOT_FOUND', 'PAYOUT_NOT_PAID', 'PAYOUT_BY_PROVIDER'];

const keyOfSite: readonly RefusalCode[] = ['API_KEY_SITE_NOT_ALLOWED', 'TOO_MANY_REQUESTS'];
const keyOfEndpoint: readonly RefusalCode[] = [...keyOfSite, 'WEBHOOK_ENDPOINT_NOT_FOUND'];

/** Calls about a site refuse an unknown one. */
const ofSites: ByCall = Object.fromEntries(
  Object.entries(allCalls).flatMap(([name, { path }]) =>
    path.includes('/:siteId') ? [[name, ['SITE_NOT_FOUND']]] : [],
  ),
);

const ownRefusals: ByCall = {
  ...ofSites,
  exportOwnData: ['VIEWING_ONLY'],
  register: ['EMAIL_TAKEN', ...weakPassword, 'TOO_MANY_REQUESTS'],
  login: [
    ...(['WRONG_CREDENTIALS', 'ACCOUNT_LOCKED', 'BUSINESS_CONFIRMATION_REQUIRED', 'TOO_MANY_REQUESTS'] as const),
    ...(['SECOND_FACTOR_REQUIRED', 'WRONG_ONE_TIME_CODE', 'SECOND_FACTOR_UNREADABLE'] as const),
  ],
  changeEmail: ['EMAIL_TAKEN', 'NO_PASSWORD'],
  switchRole: ['ROLE_NOT_HELD'],
  confirmIdentity: [
    ...(['WRONG_CREDENTIALS', 'WRONG_ONE_TIME_CODE', 'NO_SECOND_FACTOR', 'NO_PASSWORD'] as const),
    ...(['SECOND_FACTOR_UNREADABLE', 'TOO_MANY_REQUESTS'] as const),
  ],
  changePassword: ['WRONG_CREDENTIALS', 'NO_PASSWORD', ...weakPassword, 'TOO_MANY_REQUESTS'],
  beginSecondFactor: ['WRONG_CREDENTIALS', 'NO_PASSWORD', 'SECOND_FACTOR_ON', 'TOO_MANY_REQUESTS'],
  confirmSecondFactor: [
    ...(['WRONG_ONE_TIME_CODE', 'NO_SECOND_FACTOR', 'NO_PASSWORD', 'SECOND_FACTOR_ON'] as const),
    ...(['SECOND_FACTOR_UNREADABLE', 'TOO_MANY_REQUESTS'] as const),
  ],
  turnOffSecondFactor: [
    ...(['WRONG_CREDENTIALS', 'WRONG_ONE_TIME_CODE', 'NO_SECOND_FACTOR', 'NO_PASSWORD'] as const),
    ...(['SECOND_FACTOR_UNREADABLE', 'TOO_MANY_REQUESTS'] as const),
  ],
  forgotPassword: ['TOO_MANY_REQUESTS'],
  verifyEmail: ['VERIFICATION_LINK_INVALID', 'TOO_MANY_REQUESTS'],
  resendVerification: ['TOO_MANY_REQUESTS'],
  setWeeklyDigest: ['MAIL_NOT_SET_UP', 'EMAIL_NOT_VERIFIED'],
  unsubscribe: ['UNSUBSCRIBE_LINK_INVALID'],
  resetPassword: ['RESET_LINK_INVALID', ...weakPassword, 'TOO_MANY_REQUESTS'],
  endOtherSessions: ['WRONG_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  eraseAccount: [
    'WRONG_CREDENTIALS',
    'SIGN_IN_AGAIN',
    'OWNS_BUSINESS',
    'PAID_PLAN_RUNNING',
    'READ_MODEL_BEHIND',
    'TOO_MANY_REQUESTS',
  ],
  createSite: ['PLAN_LIMIT_REACHED'],
  brandSite: ['SITE_NOT_FOUND', 'EDITED_MEANWHILE', 'PLAN_LIMIT_REACHED'],
  configureSite: ['SITE_NOT_FOUND', 'EDITED_MEANWHILE', 'DEFAULT_ABOVE_MAXIMUM'],
  staffInvitation: ['INVITATION_INVALID'],
  acceptInvitation: [...invitation, 'ALREADY_STAFF', 'STAFF_HOLDS_CLAIMS'],
  inviteAuditor: ['AUDIT_DAY_OUT_OF_RANGE', 'READ_MODEL_BEHIND'],
  renewAuditorInvitation: ['AUDITOR_NOT_FOUND'],
  endAuditor: ['AUDITOR_NOT_FOUND'],
  auditorInvitation: ['INVITATION_INVALID'],
  acceptAuditorInvitation: [...invitation, 'AUDITOR_OWNS_BUSINESS'],
  withdrawInvitation: ['SITE_NOT_FOUND', 'INVITATION_NOT_FOUND'],
  removeStaff: ['SITE_NOT_FOUND', 'STAFF_NOT_FOUND'],
  ownSiteConfig: ['QR_NOT_FOUND'],
  qrTree: qr,
  ownQrTree: ['QR_NOT_FOUND'],
  qrCode: qr,
  qrDesign: qr,
  designQr: [...qr, ...design, 'QR_NOT_A_ROOT'],
  designSiteQrs: ['SITE_NOT_FOUND', ...design],
  createQr: [
    ...qr,
    ...(['SITE_INACTIVE', 'TOP_LEVEL_NOT_ALLOWED', 'OFFER_NOT_CLAIMED', 'TOO_MANY_OWN_ROOTS'] as const),
    ...split,
  ],
  importTree: ['SITE_NOT_FOUND', 'SITE_INACTIVE', 'PARENT_UNKNOWN', ...split],
  editQr: [
    ...qr,
    'EDITED_MEANWHILE',
    'DISTRIBUTOR_BLOCKED',
    'COMMISSION_BELOW_CHILDREN',
    'COMMISSION_TOO_HIGH',
    'COMMISSION_TOO_LOW',
  ],
  splitQr: [...qr, ...split],
  splitOwnQr: ['QR_NOT_FOUND', ...split],
  inviteDistributor: [
    ...qr,
    ...(['ALREADY_CLAIMED', 'SPLITTING_NOT_ALLOWED', 'DISTRIBUTOR_BLOCKED', 'SITE_INACTIVE'] as const),
    ...(['QR_NOT_APPROVED', 'QR_INACTIVE', 'QR_EXPIRED', 'QR_FULL', 'MAIL_NOT_SET_UP', 'TOO_MANY_REQUESTS'] as const),
  ],
  distributorInvitations: qr,
  reissueQr: [...qr, 'QR_STILL_VALID', 'QR_NOT_APPROVED', 'PLAN_LIMIT_REACHED', 'TOO_MANY_SPLITS_IN_TREE'],
  approveQr: [...qr, 'QR_NOT_WAITING', 'PLAN_LIMIT_REACHED'],
  declineQr: [...qr, 'QR_NOT_WAITING'],
  deactivateQr: qr,
  activateQr: [...qr, 'QR_NOT_APPROVED', 'PLAN_LIMIT_REACHED', 'TOO_MANY_SPLITS_IN_TREE'],
  qrsBelow: qr,
  deactivateBranch: [...qr, 'BRANCH_TOO_LARGE'],
  activateBranch: [
    ...qr,
    ...(['BRANCH_TOO_LARGE', 'QR_NOT_APPROVED', 'PLAN_LIMIT_REACHED', 'TOO_MANY_SPLITS_IN_TREE'] as const),
  ],
  replaceLink: [...qr, 'QR_NOT_APPROVED'],
  releaseClaim: [...qr, 'NOT_CLAIMED'],
  claim: [
    ...([
      'CLAIM_INVALID',
      'CODE_REPLACED',
      'WRONG_TOKEN_KIND',
      'QR_EXPIRED',
      'QR_INACTIVE',
      'QR_FULL',
      'SITE_INACTIVE',
    ] as const),
    'QR_NOT_APPROVED',
    ...(['CLAIM_NOT_ALLOWED', 'ALREADY_CLAIMED'] as const),
  ],
  // New visitors of a network have a budget.
  scan: ['TOO_MANY_REQUESTS'],
  redeem: ['PLAN_LIMIT_REACHED'],
  lookUpScan: ['PLAN_LIMIT_REACHED', 'CODE_ENTRY_NOT_ALLOWED', 'CODE_ENTRY_LOCKED'],
  staffRedeem: ['PLAN_LIMIT_REACHED', 'CODE_ENTRY_NOT_ALLOWED', 'CODE_ENTRY_LOCKED'],
  customerScanInfo: ['INVALID_TOKEN', 'CODE_REPLACED'],
  distributorScanInfo: ['INVALID_TOKEN', 'CODE_REPLACED'],
  rebuildProjections: ['OPERATION_UNDER_WAY'],
  verifyProjections: ['OPERATION_UNDER_WAY'],
  swapProjections: ['OPERATION_UNDER_WAY'],
  dropProjections: ['OPERATION_UNDER_WAY'],
  retryJob: ['NOT_FOUND'],
  reviewFlag: ['SITE_NOT_FOUND', 'FLAG_NOT_FOUND'],
  blockDistributor: ['SITE_NOT_FOUND', 'DISTRIBUTOR_NOT_FOUND'],
  unblockDistributor: ['SITE_NOT_FOUND', 'DISTRIBUTOR_NOT_FOUND'],
  closedMonth: ['SITE_NOT_FOUND', 'NOT_APPROVER', 'MONTH_NOT_OVER'],
  auditHead: ['HEAD_NOT_FOUND'],
  auditConsistency: ['HISTORY_CHANGED'],
  siteStatement: ['SITE_NOT_FOUND', ...statement],
  ownStatement: statement,
  explainEntry: ['LEDGER_ENTRY_NOT_FOUND'],
  payout: ['PAYOUT_NOT_FOUND'],
  payoutEntries: ['PAYOUT_NOT_FOUND'],
  entryTrail: ['LEDGER_ENTRY_NOT_FOUND'],
  noteDispute: ['REDEMPTION_NOT_FOUND', 'DISPUTE_OPEN', 'NO_OPEN_DISPUTE'],
  supportSubject: ['NOT_FOUND'],
  supportTimeline: ['NOT_FOUND'],
  tenant: ['NOT_FOUND'],
  askDataRequest: ['NOT_FOUND', 'OWNS_BUSINESS', 'PAID_PLAN_RUNNING'],
  decideDataRequest: ['NOT_FOUND', 'OWNS_BUSINESS', 'PAID_PLAN_RUNNING'],
  startViewing: ['PERSON_NOT_FOUND', 'VIEW_NOT_ALLOWED', 'ROLE_NOT_HELD'],
  payoutPreview: ['SITE_NOT_FOUND', 'LEDGER_DIFFERS'],
  generatePayouts: ['SITE_NOT_FOUND', 'LEDGER_DIFFERS'],
  markPayoutPaid: [...payout, 'PAYOUT_NEEDS_APPROVAL'],
  approvals: ['SITE_NOT_FOUND', 'NOT_APPROVER'],
  setApprovalRule: ['SITE_NOT_FOUND', 'EDITED_MEANWHILE', 'APPROVER_MISSING', 'APPROVER_NOT_STAFF'],
  approvePayout: ['PAYOUT_NOT_FOUND', 'NOT_APPROVER', 'OWN_PAYOUT', 'PAYOUT_NOT_PROCESSING'],
  closeMonth: ['SITE_NOT_FOUND', 'MONTH_NOT_OVER', 'MONTH_SIGNED_OFF'],
  signOffMonth: ['SITE_NOT_FOUND', 'NOT_APPROVER', 'MONTH_NOT_CLOSED', 'SIGN_OFF_BY_CLOSER', 'CLOSE_CHANGED'],
  cancelPayout: payout,
  decidePayoutFunding: ['FUNDING_NOT_FOUND', 'FUNDING_NOT_WAITING'],
  returnPayout: paidPayout,
  correctPayoutReference: paidPayout,
  writeOffBalance: ['SITE_NOT_FOUND', 'NOTHING_TO_WRITE_OFF', 'BALANCE_OWED', 'BALANCE_CHANGED', 'LEDGER_DIFFERS'],
  correctRedemption: [
    ...(['REDEMPTION_NOT_FOUND', 'ALREADY_REVERSED', 'CONFIRMED_BY_OTHERS', 'CORRECTION_TOO_LATE'] as const),
    ...(['CORRECTION_NOT_LOWER', 'CONFIRMATION_MISSING'] as const),
  ],
  reverseRedemption: [
    ...(['REDEMPTION_NOT_FOUND', 'ALREADY_REVERSED', 'REVERSAL_TOO_HIGH', 'NOTHING_TO_REVERSE'] as const),
    'CONFIRMATION_MISSING',
  ],
  payoutAccount: ['PAYMENT_PROVIDER_UNAVAILABLE'],
  planInvoices: ['PAYMENT_PROVIDER_UNAVAILABLE'],
  createSubscription: ['UNKNOWN_PRICE', 'ALREADY_ON_PLAN', 'PAYMENT_PROVIDER_UNAVAILABLE'],
  cancelSubscription: ['ALREADY_ON_PLAN', 'PAYMENT_PROVIDER_UNAVAILABLE'],
  createApiKey: ['SITE_NOT_FOUND', 'API_KEY_EXPIRES_IN_PAST', 'TOO_MANY_API_KEYS'],
  rotateApiKey: ['API_KEY_NOT_FOUND', 'TOO_MANY_API_KEYS'],
  revokeApiKey: ['API_KEY_NOT_FOUND'],
  openDevicePairing: ['SITE_NOT_FOUND', 'TOO_MANY_API_KEYS'],
  createWebhookEndpoint: ['SITE_NOT_FOUND', 'TOO_MANY_WEBHOOK_ENDPOINTS'],
  changeWebhookEndpoint: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'EDITED_MEANWHILE', 'SITE_NOT_FOUND'],
  removeWebhookEndpoint: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  rotateWebhookSecret: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  testWebhookEndpoint: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  webhookDeliveries: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  resendWebhookDelivery: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND'],
  replayWebhooks: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  v1AcceptDevicePairing: ['DEVICE_PAIRING_INVALID', 'TOO_MANY_API_KEYS'],
  v1CreateRedemption: [
    ...(['API_KEY_SITE_NOT_ALLOWED', 'TOO_MANY_REQUESTS', 'PLAN_LIMIT_REACHED', 'TILL_REFERENCE_USED'] as const),
    ...(['CODE_ENTRY_NOT_ALLOWED', 'CODE_ENTRY_LOCKED', 'UNKNOWN_REDEMPTION_CODE', 'INVALID_TOKEN'] as const),
    ...(['OFFER_EXPIRED', 'OFFER_INACTIVE', 'OFFER_FULL', 'ALREADY_REDEEMED', 'SALE_AMOUNT_TOO_HIGH'] as const),
    ...(['LIMIT_OF_CUSTOMER_REACHED', 'CUSTOMER_EARNS', 'READ_MODEL_BEHIND'] as const),
  ],
  v1Redemption: ['REDEMPTION_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  v1ReverseRedemption: [
    ...(['REDEMPTION_NOT_FOUND', 'ALREADY_REVERSED', 'REVERSAL_TOO_HIGH', 'NOTHING_TO_REVERSE'] as const),
    ...(['CONFIRMATION_MISSING', 'TOO_MANY_REQUESTS'] as const),
  ],
  v1Qrs: keyOfSite,
  v1Qr: ['QR_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  v1CreateQr: [...keyOfSite, 'SITE_INACTIVE', 'PLAN_LIMIT_REACHED'],
  v1DeactivateQr: ['QR_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  v1ActivateQr: [
    'QR_NOT_FOUND',
    'QR_NOT_APPROVED',
    'PLAN_LIMIT_REACHED',
    'TOO_MANY_SPLITS_IN_TREE',
    'TOO_MANY_REQUESTS',
  ],
  v1Ledger: keyOfSite,
  v1Balances: keyOfSite,
  v1Payouts: keyOfSite,
  v1GeneratePayouts: [...keyOfSite, 'LEDGER_DIFFERS', 'PAYOUTS_NEED_OWNER'],
  v1MarkPayoutPaid: [...payout, 'PAYOUT_NEEDS_APPROVAL', 'TOO_MANY_REQUESTS'],
  v1CancelPayout: [...payout, 'TOO_MANY_REQUESTS'],
  v1CreateWebhookEndpoint: [...keyOfSite, 'TOO_MANY_WEBHOOK_ENDPOINTS'],
  v1WebhookEndpoints: ['TOO_MANY_REQUESTS'],
  v1ChangeWebhookEndpoint: keyOfEndpoint,
  v1RemoveWebhookEndpoint: keyOfEndpoint,
  v1RotateWebhookSecret: keyOfEndpoint,
  v1TestWebhookEndpoint: keyOfEndpoint,
  v1WebhookDeliveries: keyOfEndpoint,
  v1ResendWebhookDelivery: [...keyOfEndpoint, 'WEBHOOK_DELIVERY_NOT_FOUND'],
  v1ReplayWebhooks: keyOfEndpoint,
  offlineCheckout: ['CHECKOUT_NOT_FOUND'],
  confirmOfflineCheckout: ['CHECKOUT_NOT_FOUND', 'CHECKOUT_REPLACED'],
};

/**
 * By call: refusals of its own rules, its budget and the guard of sensitive calls, in addition to those of all calls of its
 * kind. For the reference.
 */
export const callRefusals: ByCall = Object.fromEntries(
  [...new Set([ownRefusals, callBounds, allCalls].flatMap(Object.keys))].flatMap((name) => {
    const all = new Set([...(ownRefusals[name] ?? []), ...budgetRefusals(name), ...sensitiveRefusals(name)]);
    return all.size === 0 ? [] : [[name, [...all]]];
  }),
);

function budgetRefusals(name: string): readonly RefusalCode[] {
  const bound = (callBounds as Readonly<Record<string, (typeof callBounds)[keyof typeof callBounds]>>)[name];
  if (bound === undefined || !('budget' in bound)) return [];
  const { needsVerifiedSender }: BudgetGroup = budgets[bound.budget];
  return ['TOO_MANY_REQUESTS', ...(needsVerifiedSender ? (['EMAIL_NOT_VERIFIED'] as const) : [])];
}

/** Those of the guard of sensitive calls (identity/sensitive-calls.ts). */
function sensitiveRefusals(name: string): readonly RefusalCode[] {
  const { sensitive, access } = (allCalls as Readonly<Record<string, Call>>)[name] ?? {};
  if (sensitive === undefined || (typeof access === 'object' && 'key' in access)) return [];
  return [
    ...(sensitive.proof === 'session' ? (['PROOF_REQUIRED', 'SIGN_IN_AGAIN'] as const) : []),
    ...(sensitive.needsVerifiedAddress ? (['EMAIL_NOT_VERIFIED'] as const) : []),
  ];
}

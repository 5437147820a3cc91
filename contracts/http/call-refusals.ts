import type { RefusalCode } from '../refusals.ts';

type ByCall = Readonly<Partial<Record<string, readonly RefusalCode[]>>>;

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
const statement: readonly RefusalCode[] = ['NOTHING_SIGNED', 'HISTORY_CHANGED', 'STATEMENT_TOO_LONG'];
const payout: readonly RefusalCode[] = ['PAYOUT_NOT_FOUND', 'PAYOUT_NOT_PROCESSING', 'PAYOUT_BY_PROVIDER'];

/** By call: what it refuses by its own rules, besides what every call of its kind may refuse. For the reference. */
export const callRefusals: ByCall = {
  exportOwnData: ['VIEWING_ONLY'],
  register: ['EMAIL_TAKEN', ...weakPassword, 'TOO_MANY_REQUESTS'],
  login: [
    ...(['WRONG_CREDENTIALS', 'BUSINESS_CONFIRMATION_REQUIRED', 'TOO_MANY_REQUESTS'] as const),
    ...(['SECOND_FACTOR_REQUIRED', 'WRONG_ONE_TIME_CODE', 'SECOND_FACTOR_UNREADABLE'] as const),
  ],
  switchRole: ['ROLE_NOT_HELD'],
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
  siteRefusals: ['SITE_NOT_FOUND'],
  createSite: ['PLAN_LIMIT_REACHED'],
  siteConfiguration: ['SITE_NOT_FOUND'],
  configureSite: ['SITE_NOT_FOUND', 'DEFAULT_ABOVE_MAXIMUM'],
  inviteStaff: ['SITE_NOT_FOUND'],
  acceptInvitation: ['INVITATION_INVALID', 'INVITATION_FOR_OTHER_ACCOUNT', 'ALREADY_STAFF', 'STAFF_HOLDS_CLAIMS'],
  listInvitations: ['SITE_NOT_FOUND'],
  withdrawInvitation: ['SITE_NOT_FOUND', 'INVITATION_NOT_FOUND'],
  listStaff: ['SITE_NOT_FOUND'],
  removeStaff: ['SITE_NOT_FOUND', 'STAFF_NOT_FOUND'],
  listQrs: ['SITE_NOT_FOUND'],
  ownSiteConfig: ['QR_NOT_FOUND'],
  qrTree: qr,
  ownQrTree: ['QR_NOT_FOUND'],
  qrCode: qr,
  createQr: [
    ...qr,
    ...(['SITE_INACTIVE', 'TOP_LEVEL_NOT_ALLOWED', 'OFFER_NOT_CLAIMED', 'TOO_MANY_OWN_ROOTS'] as const),
    ...split,
  ],
  editQr: [...qr, 'DISTRIBUTOR_BLOCKED', 'COMMISSION_BELOW_CHILDREN', 'COMMISSION_TOO_HIGH', 'COMMISSION_TOO_LOW'],
  splitQr: [...qr, ...split],
  splitOwnQr: ['QR_NOT_FOUND', ...split],
  reissueQr: [...qr, 'QR_STILL_VALID', 'QR_NOT_APPROVED', 'PLAN_LIMIT_REACHED'],
  approveQr: [...qr, 'QR_NOT_WAITING', 'PLAN_LIMIT_REACHED'],
  declineQr: [...qr, 'QR_NOT_WAITING'],
  deactivateQr: qr,
  activateQr: [...qr, 'QR_NOT_APPROVED', 'PLAN_LIMIT_REACHED'],
  releaseClaim: [...qr, 'NOT_CLAIMED'],
  claim: [
    ...(['CLAIM_INVALID', 'WRONG_TOKEN_KIND', 'QR_EXPIRED', 'QR_INACTIVE', 'QR_FULL', 'SITE_INACTIVE'] as const),
    'QR_NOT_APPROVED',
    ...(['CLAIM_NOT_ALLOWED', 'ALREADY_CLAIMED'] as const),
  ],
  // New visitors of a network have a budget.
  scan: ['TOO_MANY_REQUESTS'],
  redeem: ['PLAN_LIMIT_REACHED'],
  staffRedeem: ['PLAN_LIMIT_REACHED', 'CODE_ENTRY_NOT_ALLOWED', 'CODE_ENTRY_LOCKED'],
  customerScanInfo: ['INVALID_TOKEN'],
  distributorScanInfo: ['INVALID_TOKEN'],
  rebuildProjections: ['OPERATION_UNDER_WAY'],
  verifyProjections: ['OPERATION_UNDER_WAY'],
  swapProjections: ['OPERATION_UNDER_WAY'],
  dropProjections: ['OPERATION_UNDER_WAY'],
  retryJob: ['NOT_FOUND'],
  siteRedemptions: ['SITE_NOT_FOUND'],
  topDistributors: ['SITE_NOT_FOUND'],
  siteStats: ['SITE_NOT_FOUND'],
  blockedDistributors: ['SITE_NOT_FOUND'],
  blockDistributor: ['SITE_NOT_FOUND', 'DISTRIBUTOR_NOT_FOUND'],
  unblockDistributor: ['SITE_NOT_FOUND', 'DISTRIBUTOR_NOT_FOUND'],
  siteFlags: ['SITE_NOT_FOUND'],
  siteTreeAsOf: ['SITE_NOT_FOUND'],
  siteAudit: ['SITE_NOT_FOUND'],
  closedMonth: ['SITE_NOT_FOUND', 'MONTH_NOT_OVER'],
  whatIf: ['SITE_NOT_FOUND'],
  siteMarks: ['SITE_NOT_FOUND'],
  siteStatement: ['SITE_NOT_FOUND', ...statement],
  ownStatement: statement,
  explainEntry: ['LEDGER_ENTRY_NOT_FOUND'],
  siteBalances: ['SITE_NOT_FOUND'],
  noteDispute: ['REDEMPTION_NOT_FOUND', 'DISPUTE_OPEN', 'NO_OPEN_DISPUTE'],
  supportSubject: ['NOT_FOUND'],
  supportTimeline: ['NOT_FOUND'],
  startViewing: ['PERSON_NOT_FOUND', 'VIEW_NOT_ALLOWED', 'ROLE_NOT_HELD'],
  generatePayouts: ['SITE_NOT_FOUND'],
  sitePayouts: ['SITE_NOT_FOUND'],
  markPayoutPaid: payout,
  cancelPayout: payout,
  writeOffBalance: ['SITE_NOT_FOUND', 'NOTHING_TO_WRITE_OFF', 'BALANCE_OWED', 'BALANCE_CHANGED'],
  reverseRedemption: [
    ...(['REDEMPTION_NOT_FOUND', 'ALREADY_REVERSED', 'REVERSAL_TOO_HIGH', 'NOTHING_TO_REVERSE'] as const),
    'CONFIRMATION_MISSING',
  ],
  planInvoices: ['PAYMENT_PROVIDER_UNAVAILABLE'],
  createSubscription: ['UNKNOWN_PRICE', 'ALREADY_ON_PLAN', 'PAYMENT_PROVIDER_UNAVAILABLE'],
  cancelSubscription: ['ALREADY_ON_PLAN', 'PAYMENT_PROVIDER_UNAVAILABLE'],
  offlineCheckout: ['CHECKOUT_NOT_FOUND'],
  confirmOfflineCheckout: ['CHECKOUT_NOT_FOUND'],
};

const offer: readonly RefusalCode[] = ['INVALID_TOKEN', 'WRONG_TOKEN_KIND', 'OFFER_EXPIRED', 'OFFER_INACTIVE'];
const redemption: readonly RefusalCode[] = [
  ...offer,
  'OFFER_FULL',
  'ALREADY_REDEEMED',
  'SELF_DEALING',
  'SALE_AMOUNT_TOO_HIGH',
];

/** By call: the rules whose no is an answer: status 200, `success` false and one of these codes (api.md). */
export const callOutcomes: ByCall = {
  scan: [...offer, 'QR_EXPIRED', 'QR_INACTIVE', 'QR_NOT_APPROVED'],
  redeem: [...redemption, 'CUSTOMER_LIMIT_REACHED', 'SELF_REDEMPTION_OFF'],
  staffRedeem: [
    ...redemption,
    ...(['LIMIT_OF_CUSTOMER_REACHED', 'CUSTOMER_EARNS', 'CONFIRMER_EARNS'] as const),
    ...(['UNKNOWN_REDEMPTION_CODE', 'CODE_AMBIGUOUS'] as const),
  ],
};

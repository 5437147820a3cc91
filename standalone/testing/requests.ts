import type { calls } from '@perktree/contracts/http/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site-configuration';
import type { Things } from './two-businesses.ts';

/** What fills a call's path, and its body. */
export interface Filled {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

type CallName = keyof typeof calls;

const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 10 };
const splits = { splits: [{ name: 'Split', commissionPercent: '1.00' }] };
/** Wrong on purpose, so that nobody is signed in as somebody else, or gone, by a test of who may ask. */
const wrongPassword = 'not the password';

const site = ({ siteId }: Things): Filled => ({ params: { siteId } });
const qr = ({ siteId, qrId }: Things): Filled => ({ params: { siteId, qrId } });
const ownQr = ({ qrId }: Things): Filled => ({ params: { qrId } });
const payout =
  (body: object) =>
  ({ payoutId }: Things): Filled => ({ params: { payoutId }, body });
const checkout = ({ sessionId }: Things): Filled => ({ params: { sessionId } });
const nothing = (): Filled => ({});

/** A well-formed request of each call, about the things of a business. */
export const REQUESTS: Readonly<Record<CallName, (things: Things) => Filled>> = {
  register: () => ({ body: { email: 'owner-a@example.test', password: 'taken already' } }),
  login: () => ({ body: { email: 'owner-a@example.test', password: wrongPassword } }),
  switchRole: () => ({ body: { role: 'customer' } }),
  changePassword: () => ({ body: { currentPassword: wrongPassword, newPassword: 'another long password' } }),
  endOtherSessions: () => ({ body: { currentPassword: wrongPassword } }),
  resetPassword: () => ({ body: { token: 'unknown', newPassword: 'another long password' } }),
  signInMethods: nothing,
  user: nothing,
  userRole: nothing,
  secondFactor: nothing,
  beginSecondFactor: () => ({ body: { currentPassword: wrongPassword } }),
  confirmSecondFactor: () => ({ body: { oneTimeCode: '000000' } }),
  turnOffSecondFactor: () => ({ body: { currentPassword: wrongPassword, oneTimeCode: '000000' } }),
  exportOwnData: nothing,
  eraseAccount: () => ({ body: { password: wrongPassword } }),

  listSites: nothing,
  createSite: () => ({ body: { name: 'Another', currency: 'EUR' } }),
  siteConfiguration: site,
  configureSite: (things) => ({ ...site(things), body: DEFAULT_SITE_CONFIGURATION }),
  inviteStaff: (things) => ({ ...site(things), body: { email: 'somebody@example.test' } }),
  acceptInvitation: () => ({ params: { token: 'unknown' } }),
  listInvitations: site,
  // Of an invitation that there is none of.
  withdrawInvitation: ({ siteId, qrId }) => ({ params: { siteId, invitationId: qrId } }),
  listStaff: site,
  removeStaff: ({ siteId, spareStaffId }) => ({ params: { siteId, userId: spareStaffId } }),
  siteRedemptions: site,
  siteRefusals: site,
  // Of an unknown person: a list that is empty for everyone.
  personRefusals: () => ({ params: { personId: '00000000-0000-8000-8000-000000000000' } }),
  topDistributors: site,
  ownStandings: nothing,
  siteStats: site,
  blockedDistributors: site,
  writeOffBalance: ({ siteId, distributorId }) => ({
    params: { siteId, distributorId },
    body: { currency: 'EUR', amount: '-1.00', reason: 'agreed' },
  }),
  blockDistributor: ({ siteId, distributorId }) => ({
    params: { siteId, distributorId },
    body: { reason: 'own scans' },
  }),
  unblockDistributor: ({ siteId, distributorId }) => ({ params: { siteId, distributorId } }),
  siteFlags: site,
  siteTreeAsOf: site,
  siteAudit: site,
  closedMonth: ({ siteId }) => ({ params: { siteId, month: '2020-01' } }),
  whatIf: site,
  siteMarks: site,
  auditKeys: nothing,
  auditHeads: nothing,
  siteStatement: site,
  ownStatement: nothing,
  // Nobody, so that whoever may ask goes on as who they are.
  startViewing: () => ({ body: { person: 'nobody@example.test', role: 'customer' } }),
  stopViewing: nothing,
  supportSearch: () => ({ body: { q: 'nothing' } }),
  disputes: nothing,
  noteDispute: ({ redemptionId }) => ({ params: { redemptionId }, body: { action: 'close', text: 'settled' } }),
  supportSubject: ({ redemptionId }) => ({ params: { kind: 'redemption', id: redemptionId } }),
  supportTimeline: ({ redemptionId }) => ({ params: { kind: 'redemption', id: redemptionId } }),

  listQrs: site,
  listOwnQrs: nothing,
  ownSiteConfig: ownQr,
  qrTree: qr,
  ownQrTree: ownQr,
  qrCode: qr,
  createQr: (things) => ({ ...site(things), body: { name: 'New', ...benefit } }),
  editQr: (things) => ({ ...qr(things), body: { name: 'Edited' } }),
  splitQr: (things) => ({ ...qr(things), body: splits }),
  splitOwnQr: (things) => ({ ...ownQr(things), body: splits }),
  reissueQr: qr,
  deactivateQr: qr,
  activateQr: qr,
  releaseClaim: qr,
  approveQr: qr,
  declineQr: qr,

  scan: ({ customerToken }) => ({ body: { token: customerToken } }),
  redeem: ({ customerToken }) => ({ body: { token: customerToken } }),
  claim: ({ distributorToken }) => ({ body: { token: distributorToken } }),
  staffRedeem: ({ redemptionToken }) => ({ body: { token: redemptionToken } }),
  customerScanInfo: ({ customerToken }) => ({ params: { token: customerToken } }),
  distributorScanInfo: ({ distributorToken }) => ({ params: { token: distributorToken } }),
  myScans: nothing,
  myScan: ({ scanId }) => ({ params: { scanId } }),

  ledger: nothing,
  payoutStats: nothing,
  openBalance: nothing,
  pastBalances: nothing,
  siteBalances: site,
  explainEntry: ({ entryId }) => ({ params: { entryId } }),
  ownPayouts: nothing,
  payoutAccount: nothing,
  generatePayouts: site,
  sitePayouts: site,
  markPayoutPaid: payout({ reference: 'transfer 1' }),
  cancelPayout: payout({ reason: 'not now' }),
  reverseRedemption: ({ redemptionId }) => ({ params: { redemptionId }, body: { reason: 'returned' } }),

  dashboard: nothing,
  activity: nothing,
  validations: nothing,

  plan: nothing,
  planInvoices: nothing,
  createSubscription: () => ({ body: { priceId: 'price_pro' } }),
  cancelSubscription: nothing,
  offlineCheckout: checkout,
  confirmOfflineCheckout: checkout,

  projections: nothing,
  rebuildProjections: () => ({ body: { dryRun: true } }),
  verifyProjections: () => ({ body: { dryRun: true } }),
  stopOperation: () => ({ body: {} }),
  pauseProjections: () => ({ body: { dryRun: true } }),
  resumeProjections: () => ({ body: { dryRun: true } }),
  swapProjections: () => ({ body: { dryRun: true } }),
  dropProjections: () => ({ body: { dryRun: true } }),

  queues: nothing,
  retryJob: () => ({ params: { jobId: 'dead' } }),
};

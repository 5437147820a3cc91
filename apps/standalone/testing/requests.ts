import { emptyMonth, monthFingerprintOf } from '@perktree/audit-service/month-close/close-month';
import type { allCalls } from '@perktree/contracts/catalogue/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import type { Things } from './two-businesses.ts';

/** Path parameters, query and body of a call. */
interface Filled {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

type CallName = keyof typeof allCalls;

const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 10 };
const splits = { splits: [{ name: 'Split', commissionPercent: '1.00' }] };
/** Deliberately wrong: a test of access must not sign its callers in to another account, or erase them. */
const wrongPassword = 'not the password';

const site = ({ siteId }: Things): Filled => ({ params: { siteId } });
const qr = ({ siteId, qrId }: Things): Filled => ({ params: { siteId, qrId } });
const ownQr = ({ qrId }: Things): Filled => ({ params: { qrId } });
const payout =
  (body: object) =>
  ({ payoutId }: Things): Filled => ({ params: { payoutId }, body });
const ofSite = ({ siteId }: Things): Filled => ({ query: { siteId } });
const endpoint = ({ keyedEndpointId: endpointId }: Things) => ({ params: { endpointId } });
const checkout = ({ sessionId }: Things): Filled => ({ params: { sessionId } });
const nothing = (): Filled => ({});

/** A month before the site existed, with its figures. */
const emptyMonthOf = ({ siteId }: { readonly siteId: string }) => {
  const month = { month: '2020-01', from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z', timeZone: 'UTC' };
  const { position, totals } = emptyMonth(siteId);
  const body = { position, fingerprint: monthFingerprintOf(month, emptyMonth(siteId)), totals: [...totals] };
  return { params: { siteId, month: month.month }, body };
};

/** A valid request for each call, about the resources of a business. */
export const REQUESTS: Readonly<Record<CallName, (things: Things) => Filled>> = {
  register: () => ({ body: { email: 'owner-a@example.test', password: 'taken already' } }),
  login: () => ({ body: { email: 'owner-a@example.test', password: wrongPassword } }),
  changeProfile: () => ({ body: { firstName: null, lastName: null } }),
  changeEmail: () => ({ body: { email: 'owner-a@example.test' } }),
  switchRole: () => ({ body: { role: 'customer' } }),
  changePassword: () => ({ body: { currentPassword: wrongPassword, newPassword: 'another long password' } }),
  confirmIdentity: () => ({ body: { currentPassword: wrongPassword } }),
  endOtherSessions: () => ({ body: { currentPassword: wrongPassword } }),
  forgotPassword: () => ({ body: { email: 'unknown@example.test' } }),
  verifyEmail: () => ({ body: { token: 'unknown' } }),
  resendVerification: () => ({ body: {} }),
  weeklyDigest: nothing,
  setWeeklyDigest: () => ({ body: { isOn: false } }),
  unsubscribe: () => ({ params: { token: 'unknown' }, body: { 'List-Unsubscribe': 'One-Click' } }),
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

  qrDesign: qr,
  designQr: (things) => ({ ...qr(things), body: { design: null } }),
  siteQrDesign: site,
  designSiteQrs: (things) => ({ ...site(things), body: { design: null } }),

  listSites: nothing,
  createSite: () => ({ body: { name: 'Another', currency: 'EUR' } }),
  siteConfiguration: site,
  configureSite: (things) => ({ ...site(things), body: DEFAULT_SITE_CONFIGURATION }),
  inviteStaff: (things) => ({ ...site(things), body: { email: 'invited@example.test' } }),
  staffInvitation: () => ({ params: { token: 'unknown' } }),
  acceptInvitation: () => ({ params: { token: 'unknown' } }),
  listInvitations: site,
  siteBrand: site,
  brandSite: (things) => ({
    ...site(things),
    body: { name: 'Luna', logo: null, colour: '#1d6b57', whiteLabel: false },
  }),
  listPictures: nothing,
  deletePicture: ({ pictureHash }) => ({ params: { hash: pictureHash } }),
  // An invitation that does not exist.
  withdrawInvitation: ({ siteId, qrId }) => ({ params: { siteId, invitationId: qrId } }),
  listStaff: site,
  removeStaff: ({ siteId, spareStaffId }) => ({ params: { siteId, userId: spareStaffId } }),
  siteRedemptions: site,
  siteRefusals: site,
  // An unknown person, so the list is empty for every caller.
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
  reviewFlag: (things) => ({
    params: { ...site(things).params, flagId: things.qrId },
    body: { reason: 'Looked into', redemptions: 1 },
  }),
  siteTreeAsOf: site,
  siteAudit: site,
  closedMonth: ({ siteId }) => ({ params: { siteId, month: '2020-01' } }),
  whatIf: site,
  auditReport: site,
  auditSample: ({ siteId }) => ({ params: { siteId }, query: { seed: '1' } }),
  siteMarks: site,
  siteTerms: site,
  auditKeys: nothing,
  looks: nothing,
  inviteAuditor: ({ auditedUntil }) => ({ body: { email: 'invited@example.test', until: auditedUntil } }),
  auditors: nothing,
  renewAuditorInvitation: ({ auditorId }) => ({ params: { auditorId } }),
  endAuditor: ({ auditorId }) => ({ params: { auditorId } }),
  auditorInvitation: () => ({ params: { token: 'unknown' } }),
  acceptAuditorInvitation: () => ({ params: { token: 'unknown' } }),
  auditHeads: nothing,
  auditHead: () => ({ params: { events: '1' } }),
  headPushes: nothing,
  auditConsistency: () => ({ query: { from: '1', to: '1' } }),
  siteStatement: site,
  ownStatement: nothing,
  // An unknown person, so that allowed callers keep their session.
  dataRequests: nothing,
  askDataRequest: ({ distributorId }) => ({
    body: { personId: distributorId, kind: 'export', askedBy: 'person', reason: 'By letter' },
  }),
  decideDataRequest: ({ qrId }) => ({ params: { requestId: qrId }, body: { decision: 'refused' } }),
  startViewing: () => ({ body: { person: 'nobody@example.test', role: 'customer', reason: 'support_request' } }),
  stopViewing: nothing,
  supportSearch: () => ({ body: { q: 'nothing' } }),
  disputes: nothing,
  noteDispute: ({ redemptionId }) => ({ params: { redemptionId }, body: { action: 'close', text: 'settled' } }),
  supportSubject: ({ redemptionId }) => ({ params: { kind: 'redemption', id: redemptionId } }),
  tenants: nothing,
  tenant: ({ tenantId }) => ({ params: { tenantId } }),
  supportTimeline: ({ redemptionId }) => ({ params: { kind: 'redemption', id: redemptionId } }),

  createApiKey: ({ siteId }) => ({ body: { name: 'Till', scopes: ['redeem'], siteIds: [siteId] } }),
  listApiKeys: nothing,
  rotateApiKey: ({ keyId }) => ({ params: { keyId }, body: {} }),
  revokeApiKey: ({ keyId }) => ({ params: { keyId } }),
  openDevicePairing: (things) => ({ ...site(things), body: { name: 'Till' } }),
  createWebhookEndpoint: ({ siteId }) => ({
    body: { url: 'https://127.0.0.1/hooks', eventTypes: ['*'], siteIds: [siteId] },
  }),
  listWebhookEndpoints: nothing,
  changeWebhookEndpoint: ({ endpointId, siteId }) => ({
    params: { endpointId },
    body: { url: 'https://127.0.0.1/others', eventTypes: ['scan.created'], siteIds: [siteId] },
  }),
  removeWebhookEndpoint: ({ endpointId }) => ({ params: { endpointId } }),
  rotateWebhookSecret: ({ endpointId }) => ({ params: { endpointId } }),
  testWebhookEndpoint: ({ endpointId }) => ({ params: { endpointId } }),
  webhookDeliveries: ({ endpointId }) => ({ params: { endpointId } }),
  resendWebhookDelivery: ({ endpointId, deliveryId }) => ({ params: { endpointId, deliveryId } }),
  replayWebhooks: ({ endpointId }) => ({ params: { endpointId }, body: { fromPosition: '0', dryRun: false } }),
  v1CreateRedemption: ({ siteId, redemptionToken }) => ({ body: { siteId, token: redemptionToken } }),
  v1Redemption: ({ redemptionId }) => ({ params: { redemptionId } }),
  v1ReverseRedemption: ({ redemptionId }) => ({ params: { redemptionId }, body: { reason: 'returned' } }),
  v1AcceptDevicePairing: () => ({ params: { token: 'unknown' } }),
  v1Qrs: ofSite,
  v1Qr: ownQr,
  v1CreateQr: ({ siteId }) => ({ body: { siteId, name: 'New', ...benefit } }),
  v1DeactivateQr: ownQr,
  v1ActivateQr: ownQr,
  v1Ledger: ofSite,
  v1Balances: ofSite,
  v1Payouts: ofSite,
  v1GeneratePayouts: ({ siteId }) => ({ body: { siteId } }),
  v1MarkPayoutPaid: payout({ reference: 'transfer 1' }),
  v1CancelPayout: payout({ reason: 'not now' }),
  v1CreateWebhookEndpoint: ({ siteId }) => ({
    body: { url: 'https://127.0.0.1/hooks', eventTypes: ['*'], siteIds: [siteId] },
  }),
  v1WebhookEndpoints: nothing,
  v1ChangeWebhookEndpoint: (things) => ({
    ...endpoint(things),
    body: { url: 'https://127.0.0.1/others', eventTypes: ['scan.created'], siteIds: [things.siteId] },
  }),
  v1RemoveWebhookEndpoint: endpoint,
  v1RotateWebhookSecret: endpoint,
  v1TestWebhookEndpoint: endpoint,
  v1WebhookDeliveries: endpoint,
  v1ResendWebhookDelivery: ({ keyedEndpointId: endpointId, keyedDeliveryId: deliveryId }) => ({
    params: { endpointId, deliveryId },
  }),
  v1ReplayWebhooks: (things) => ({ ...endpoint(things), body: { fromPosition: '0', dryRun: false } }),

  listQrs: site,
  listOwnQrs: nothing,
  siteLabels: site,
  ownLabels: nothing,
  ownSiteConfig: ownQr,
  qrTree: qr,
  ownQrTree: ownQr,
  qrCode: qr,
  importTree: (things) => ({
    ...site(things),
    body: { qrs: [{ name: 'Root', type: 'TEXT_REWARD', textReward: 'Tea', parent: null }], checkOnly: true },
  }),
  createQr: (things) => ({ ...site(things), body: { name: 'New', ...benefit } }),
  editQr: (things) => ({ ...qr(things), body: { name: 'Edited' } }),
  splitQr: (things) => ({ ...qr(things), body: splits }),
  inviteDistributor: (things) => ({ ...qr(things), body: { email: 'invited@example.test' } }),
  distributorInvitations: qr,
  splitOwnQr: (things) => ({ ...ownQr(things), body: splits }),
  reissueQr: qr,
  deactivateQr: qr,
  activateQr: qr,
  replaceLink: (things) => ({ ...qr(things), body: { link: 'distributor' } }),
  qrsBelow: qr,
  deactivateBranch: qr,
  activateBranch: qr,
  releaseClaim: qr,
  approveQr: qr,
  declineQr: qr,

  scan: ({ customerToken }) => ({ body: { token: customerToken } }),
  redeem: ({ customerToken }) => ({ body: { token: customerToken } }),
  claim: ({ distributorToken }) => ({ body: { token: distributorToken } }),
  lookUpScan: ({ redemptionToken }) => ({ body: { token: redemptionToken } }),
  staffRedeem: ({ redemptionToken }) => ({ body: { token: redemptionToken } }),
  customerScanInfo: ({ customerToken }) => ({ params: { token: customerToken } }),
  distributorScanInfo: ({ distributorToken }) => ({ params: { token: distributorToken } }),
  myScans: nothing,
  myBrand: nothing,
  myScan: ({ scanId }) => ({ params: { scanId } }),

  ledger: nothing,
  payoutStats: nothing,
  openBalance: nothing,
  pastBalances: nothing,
  siteBalances: site,
  explainEntry: ({ entryId }) => ({ params: { entryId } }),
  entryTrail: ({ entryId }) => ({ params: { entryId } }),
  approvals: site,
  setApprovalRule: ({ siteId }) => ({
    params: { siteId },
    body: { payoutsAbove: null, monthsNeedSignOff: false, approverIds: [] },
  }),
  approvePayout: ({ payoutId }) => ({ params: { payoutId } }),
  closeMonth: emptyMonthOf,
  signOffMonth: emptyMonthOf,
  ownPayouts: nothing,
  payout: ({ payoutId }) => ({ params: { payoutId } }),
  payoutEntries: ({ payoutId }) => ({ params: { payoutId } }),
  payoutAccount: nothing,
  payoutPreview: site,
  generatePayouts: site,
  sitePayouts: site,
  markPayoutPaid: payout({ reference: 'transfer 1' }),
  cancelPayout: payout({ reason: 'not now' }),
  returnPayout: payout({ reason: 'sent back' }),
  correctPayoutReference: payout({ reference: 'SEPA 4712', reason: 'typing_mistake' }),
  correctRedemption: ({ redemptionId }) => ({
    params: { redemptionId },
    body: { reason: 'mistyped', saleAmount: null },
  }),
  reverseRedemption: ({ redemptionId }) => ({ params: { redemptionId }, body: { reason: 'returned' } }),

  dashboard: nothing,
  activity: nothing,
  notifications: nothing,
  markNotificationsRead: () => ({ body: { readUntil: '2026-03-01T12:00:00.000Z' } }),
  counter: nothing,
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
  standingWork: nothing,
  payoutFundings: nothing,
  decidePayoutFunding: ({ siteId }) => ({
    params: { tenantId: siteId, fundingId: siteId },
    body: { decision: 'approve' },
  }),
  listFiles: nothing,
  file: ({ fileId }) => ({ params: { fileId } }),
  deleteFile: ({ fileId }) => ({ params: { fileId } }),
  retryJob: () => ({ params: { jobId: 'dead' } }),
};

import type { Role } from '../envelope.ts';
import type { calls } from './calls.ts';

/** What a role may act on by a call. What is not within it is not there: 404, the same as for an unknown id. */
export const SCOPES = {
  /** No id, or one that everybody may know. */
  all: 'everything',
  self: 'one’s own data',
  own_tenant: 'what belongs to the business that one owns',
  workplace: 'sites that one owns or is staff of',
  scanned: 'scans that are one’s own',
  claimed: 'QRs that one has claimed, and what is below them',
  earned: 'ledger entries that are one’s own',
  claimed_site: 'sites on which one has claimed a QR',
} as const;
export type Scope = keyof typeof SCOPES;

/** By role that one holds, the scope in which it may make a call. Whoever holds several has all their scopes. */
export type Grants = { readonly anyone: Scope } | { readonly signed_in: Scope } | { readonly [R in Role]?: Scope };

const anyone = { anyone: 'all' } as const;
const self = { signed_in: 'self' } as const;
const owner = { site_owner: 'own_tenant' } as const;
const ownerReads = { site_owner: 'own_tenant', superadmin: 'all' } as const;
const operator = { superadmin: 'all' } as const;
const distributor = { distributor: 'claimed' } as const;
const ownerOrDistributor = { ...owner, ...distributor } as const;
const ownerOrDistributorReads = { ...ownerReads, ...distributor } as const;
const ledger = { distributor: 'self', site_owner: 'own_tenant', superadmin: 'all' } as const;

/**
 * Who may make which call, and on what. The routes' own check is `access` of each call, held equal to this by
 * authorization-table.spec.ts; that every cell holds in the running product, by standalone/authorization.spec.ts.
 */
export const authorization: { readonly [N in keyof typeof calls]: Grants } = {
  register: anyone,
  login: anyone,
  signInMethods: anyone,
  switchRole: self,
  changePassword: self,
  endOtherSessions: self,
  /** The link's token is what allows it. */
  resetPassword: anyone,
  user: self,
  userRole: self,
  secondFactor: self,
  beginSecondFactor: self,
  confirmSecondFactor: self,
  turnOffSecondFactor: self,
  exportOwnData: self,
  eraseAccount: self,

  listSites: self,
  createSite: owner,
  siteConfiguration: ownerReads,
  configureSite: owner,
  inviteStaff: owner,
  /** The invitation's token is what allows it. */
  acceptInvitation: { signed_in: 'all' },
  listInvitations: ownerReads,
  withdrawInvitation: owner,
  listStaff: ownerReads,
  removeStaff: owner,
  siteRedemptions: ownerReads,
  siteRefusals: ownerReads,
  personRefusals: ownerReads,
  topDistributors: ownerReads,
  ownStandings: { distributor: 'self' },
  siteStats: ownerReads,
  blockedDistributors: ownerReads,
  blockDistributor: owner,
  unblockDistributor: owner,
  siteFlags: ownerReads,
  siteTreeAsOf: ownerReads,
  siteAudit: ownerReads,
  closedMonth: ownerReads,
  whatIf: ownerReads,
  siteMarks: ownerReads,
  auditKeys: anyone,
  auditHeads: anyone,
  siteStatement: ownerReads,
  ownStatement: { distributor: 'self' },
  supportSearch: ownerReads,
  disputes: ownerReads,
  /** Support writes into what owners and superadmins alone read. */
  noteDispute: ownerReads,
  supportSubject: ownerReads,
  supportTimeline: ownerReads,
  startViewing: operator,
  stopViewing: operator,

  listQrs: ownerReads,
  listOwnQrs: { distributor: 'self' },
  ownSiteConfig: distributor,
  qrTree: ownerOrDistributorReads,
  ownQrTree: distributor,
  qrCode: ownerOrDistributorReads,
  /** Superadmins get the Sibling action like a site owner (specification 6). */
  createQr: { ...owner, distributor: 'claimed_site', superadmin: 'all' },
  editQr: ownerOrDistributor,
  splitQr: owner,
  splitOwnQr: distributor,
  reissueQr: owner,
  deactivateQr: owner,
  activateQr: owner,
  releaseClaim: owner,
  approveQr: owner,
  declineQr: owner,

  scan: anyone,
  /** By the printed token; the rules of redeeming say the rest, and they answer, they do not refuse. */
  redeem: { signed_in: 'all' },
  /** By the printed token. Whoever is no distributor gets the call's own 403, CLAIM_NOT_ALLOWED (specification 8). */
  claim: { signed_in: 'all' },
  staffRedeem: { site_owner: 'workplace', staff: 'workplace' },
  customerScanInfo: anyone,
  distributorScanInfo: anyone,
  myScans: self,
  myScan: { signed_in: 'scanned' },

  ledger,
  payoutStats: ledger,
  pastBalances: ledger,
  openBalance: self,
  siteBalances: ownerReads,
  explainEntry: { ...ownerReads, distributor: 'earned' },
  ownPayouts: ledger,
  generatePayouts: owner,
  sitePayouts: ownerReads,
  markPayoutPaid: owner,
  cancelPayout: owner,
  writeOffBalance: owner,
  payoutAccount: { distributor: 'self' },
  reverseRedemption: owner,

  dashboard: self,
  activity: self,
  validations: { site_owner: 'own_tenant', staff: 'self' },

  plan: owner,
  planInvoices: owner,
  createSubscription: owner,
  cancelSubscription: owner,
  offlineCheckout: owner,
  confirmOfflineCheckout: owner,

  projections: operator,
  rebuildProjections: operator,
  verifyProjections: operator,
  stopOperation: operator,
  pauseProjections: operator,
  resumeProjections: operator,
  swapProjections: operator,
  dropProjections: operator,

  queues: operator,
  retryJob: operator,
};

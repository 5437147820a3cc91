import type { allCalls } from '@perktree/contracts/catalogue/calls';
import type { idsOf, Size } from './large-customer.ts';

type Ids = ReturnType<typeof idsOf>;

/** The people of a customer, as the specs name them. */
export type Person = 'owner' | 'staff' | 'claimer' | 'distributor' | 'customer' | 'admin';

/** A path, and the people of whom each gets a different answer. */
type Asked = readonly [path: string, ...people: readonly Person[]];

const year = '?days=366';
const EVERYONE = ['owner', 'staff', 'distributor', 'claimer', 'customer', 'admin'] as const;

/** Requests of each call with a budget. */
export const BUDGETED: { readonly [N in keyof typeof allCalls]?: (ids: Ids) => readonly Asked[] } = {
  listSites: () => [['/api/me/sites', 'owner', 'staff', 'admin']],
  auditors: () => [['/api/auditors', 'owner']],
  siteBrand: ({ site }) => [[`/api/sites/${site}/brand`, 'owner']],
  siteConfiguration: ({ site }) => [[`/api/sites/${site}/config`, 'owner']],
  listStaff: ({ site }) => [[`/api/sites/${site}/staff`, 'owner']],
  blockedDistributors: ({ site }) => [[`/api/sites/${site}/blocked-distributors`, 'owner']],
  topDistributors: ({ site }) => [[`/api/sites/${site}/top-distributors`, 'owner']],
  siteRedemptions: ({ site }) => [[`/api/sites/${site}/redemptions`, 'owner']],
  siteRefusals: ({ site }) => [[`/api/sites/${site}/refusals`, 'owner']],
  personRefusals: ({ customer }) => [[`/api/support/people/${customer}/refusals`, 'owner']],
  siteFlags: ({ site }) => [[`/api/sites/${site}/flags`, 'owner']],
  siteStats: ({ site }) => [
    [`/api/sites/${site}/stats`, 'owner'],
    [`/api/sites/${site}/stats${year}`, 'owner'],
  ],
  ownStandings: () => [['/api/distributors/me/standings', 'distributor', 'claimer']],
  dashboard: () => [
    ['/api/me/dashboard', ...EVERYONE],
    [`/api/me/dashboard${year}`, ...EVERYONE],
  ],
  activity: () => [['/api/me/activity', ...EVERYONE]],
  notifications: () => [['/api/me/notifications', 'owner', 'distributor', 'claimer']],
  counter: () => [['/api/staff/counter', 'owner', 'staff']],
  validations: () => [['/api/staff/validations', 'owner', 'staff']],
  listQrs: ({ site }) => [
    [`/api/sites/${site}/qrs`, 'owner'],
    [`/api/sites/${site}/qrs?levels=3`, 'owner'],
  ],
  listOwnQrs: () => [
    ['/api/distributors/me/qrs', 'distributor', 'claimer'],
    ['/api/distributors/me/qrs?levels=3', 'distributor', 'claimer'],
  ],
  siteLabels: ({ site }) => [[`/api/sites/${site}/qrs/labels`, 'owner']],
  ownLabels: () => [['/api/distributors/me/qrs/labels', 'claimer']],
  ownSiteConfig: ({ qr }) => [[`/api/distributors/me/qrs/${qr}/site-config`, 'claimer']],
  qrTree: ({ site, qr }) => [[`/api/sites/${site}/qrs/${qr}/tree`, 'owner']],
  qrsBelow: ({ site, qr }) => [[`/api/sites/${site}/qrs/${qr}/below`, 'owner']],
  ownQrTree: ({ qr }) => [[`/api/distributors/me/qrs/${qr}/tree`, 'claimer']],
  qrCode: ({ site, qr }) => [[`/api/sites/${site}/qrs/${qr}/qrcode`, 'owner']],
  qrDesign: ({ site, qr }) => [[`/api/sites/${site}/qrs/${qr}/design`, 'owner']],
  siteQrDesign: ({ site }) => [[`/api/sites/${site}/qr-design`, 'owner']],
  customerScanInfo: ({ customerToken }) => [[`/api/scan-info/customer/${customerToken}`, 'customer']],
  distributorScanInfo: ({ distributorToken }) => [[`/api/scan-info/distributor/${distributorToken}`, 'distributor']],
  myScans: () => [['/api/me/scans', 'customer']],
  myBrand: () => [['/api/me/brand', 'customer']],
  myScan: ({ scan }) => [[`/api/me/scans/${scan}`, 'customer']],
  ledger: () => [['/api/distributors/me/ledger', 'owner', 'distributor', 'claimer', 'admin']],
  payoutStats: () => [['/api/distributors/me/payout-stats', 'owner', 'claimer', 'admin']],
  openBalance: () => [['/api/me/open-balance', 'claimer']],
  pastBalances: () => [['/api/distributors/me/balances', 'owner', 'claimer']],
  siteBalances: ({ site }) => [
    [`/api/sites/${site}/balances`, 'owner'],
    [`/api/sites/${site}/balances?show=unpayable`, 'owner'],
  ],
  ownPayouts: () => [['/api/distributors/me/payouts', 'owner', 'claimer', 'admin']],
  sitePayouts: ({ site }) => [[`/api/sites/${site}/payouts`, 'owner']],
  disputes: () => [['/api/support/disputes', 'owner', 'admin']],
};

const MONTHS = 7;

/**
 * Calls that sum or sort everything of the caller. They may read that many rows, independent of the rows of other customers.
 */
export const OWN_ROWS: Readonly<Record<string, { readonly why: string; readonly rows: (size: Size) => number }>> = {
  topDistributors: { why: 'sums the QRs of a site by owner', rows: ({ qrs }) => qrs },
  ownStandings: { why: 'ranks all owners of QRs of its sites', rows: ({ qrs }) => qrs },
  dashboard: { why: 'sums the activity of the period, or all own scans', rows: ({ scans }) => scans },
  siteStats: { why: 'sums the activity of the period', rows: ({ scans }) => scans },
  activity: { why: 'looks up the last scan of each own QR', rows: ({ qrs }) => qrs },
  listOwnQrs: { why: 'sorts all own QRs by depth, unless `levels` asks for trees', rows: ({ qrs }) => qrs },
  qrsBelow: { why: 'counts the whole branch', rows: ({ qrs }) => qrs },
  ownLabels: { why: 'sorts all own QRs by depth', rows: ({ qrs }) => qrs },
  payoutStats: {
    why: 'sums the months of all distributors, and the entries of the last month',
    rows: ({ distributors, redemptions }) => distributors * MONTHS + redemptions * 3,
  },
  pastBalances: { why: 'sums all entries up to any moment', rows: ({ redemptions }) => redemptions * 3 },
  siteBalances: { why: 'sums all entries up to any moment', rows: ({ redemptions }) => redemptions * 3 },
};

/** Read calls without a budget of rows, by the reason. */
export const EXEMPT: Readonly<Record<string, readonly (keyof typeof allCalls)[]>> = {
  'reads rows of the account store by their keys': [
    ...(['signInMethods', 'user', 'userRole', 'secondFactor', 'listInvitations', 'staffInvitation'] as const),
    ...(['auditorInvitation', 'looks', 'tenants', 'listPictures', 'dataRequests', 'distributorInvitations'] as const),
    ...(['weeklyDigest', 'listApiKeys', 'listWebhookEndpoints', 'webhookDeliveries', 'v1WebhookEndpoints'] as const),
    'v1WebhookDeliveries',
  ],
  'reads events; its budget is in statements of the store': [
    ...(['entryTrail', 'payout', 'payoutEntries', 'explainEntry', 'supportSubject', 'supportTimeline'] as const),
  ],
  'a report over all events of a period, made apart from requests where it is long': [
    ...(['exportOwnData', 'siteTreeAsOf', 'siteAudit', 'closedMonth', 'whatIf', 'siteStatement'] as const),
    ...([
      'ownStatement',
      'siteMarks',
      'siteTerms',
      'auditKeys',
      'auditHeads',
      'auditConsistency',
      'auditHead',
    ] as const),
    ...(['auditReport', 'auditSample'] as const),
  ],
  'answered by the command service, from the stream of one subscription or checkout, or as it generates payouts': [
    ...(['approvals', 'plan', 'planInvoices', 'offlineCheckout', 'v1Redemption', 'payoutPreview'] as const),
  ],
  'reads the lists of owners, which have budgets': ['v1Qrs', 'v1Qr', 'v1Ledger', 'v1Balances', 'v1Payouts'],
  'reads the jobs and files of one person, which are kept for a day': ['listFiles', 'file'],
  'reads the state of the installation, which has nothing of customers': [
    ...(['headPushes', 'projections', 'queues', 'standingWork'] as const),
  ],
  'counts up to 10,000 rows of one business, for superadmins': ['tenant'],
  'reads the payouts of all businesses that wait for the operator, at most 200': ['payoutFundings'],
};

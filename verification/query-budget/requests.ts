import type { calls } from '@perktree/contracts/catalogue/calls';
import type { idsOf, Size } from './large-customer.ts';

type Ids = ReturnType<typeof idsOf>;

/** The people of a customer, as the specs name them. */
export type Person = 'owner' | 'staff' | 'claimer' | 'distributor' | 'customer' | 'admin';

interface BudgetedRequest {
  readonly as: Person;
  readonly path: string;
}

const year = '?days=366';

/** Requests of each call with a budget, by each role that gets a different answer. */
export const BUDGETED: { readonly [N in keyof typeof calls]?: (ids: Ids) => readonly BudgetedRequest[] } = {
  listSites: () => [
    { as: 'owner', path: '/api/me/sites' },
    { as: 'staff', path: '/api/me/sites' },
    { as: 'admin', path: '/api/me/sites' },
  ],
  auditors: () => [{ as: 'owner', path: '/api/auditors' }],
  siteBrand: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/brand` }],
  siteConfiguration: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/config` }],
  listStaff: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/staff` }],
  blockedDistributors: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/blocked-distributors` }],
  topDistributors: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/top-distributors` }],
  siteRedemptions: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/redemptions` }],
  siteRefusals: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/refusals` }],
  personRefusals: ({ customer }) => [{ as: 'owner', path: `/api/support/people/${customer}/refusals` }],
  siteFlags: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/flags` }],
  siteStats: ({ site }) => [
    { as: 'owner', path: `/api/sites/${site}/stats` },
    { as: 'owner', path: `/api/sites/${site}/stats${year}` },
  ],
  ownStandings: () => [
    { as: 'distributor', path: '/api/distributors/me/standings' },
    { as: 'claimer', path: '/api/distributors/me/standings' },
  ],
  dashboard: () =>
    (['owner', 'staff', 'distributor', 'claimer', 'customer', 'admin'] as const).flatMap((as) => [
      { as, path: '/api/me/dashboard' },
      { as, path: `/api/me/dashboard${year}` },
    ]),
  activity: () =>
    (['owner', 'staff', 'distributor', 'claimer', 'customer', 'admin'] as const).map((as) => ({
      as,
      path: '/api/me/activity',
    })),
  notifications: () => [
    { as: 'owner', path: '/api/me/notifications' },
    { as: 'distributor', path: '/api/me/notifications' },
    { as: 'claimer', path: '/api/me/notifications' },
  ],
  counter: () => [
    { as: 'owner', path: '/api/staff/counter' },
    { as: 'staff', path: '/api/staff/counter' },
  ],
  validations: () => [
    { as: 'owner', path: '/api/staff/validations' },
    { as: 'staff', path: '/api/staff/validations' },
  ],
  listQrs: ({ site }) => [
    { as: 'owner', path: `/api/sites/${site}/qrs` },
    { as: 'owner', path: `/api/sites/${site}/qrs?levels=3` },
  ],
  listOwnQrs: () => [
    { as: 'distributor', path: '/api/distributors/me/qrs' },
    { as: 'claimer', path: '/api/distributors/me/qrs' },
    { as: 'distributor', path: '/api/distributors/me/qrs?levels=3' },
    { as: 'claimer', path: '/api/distributors/me/qrs?levels=3' },
  ],
  siteLabels: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/qrs/labels` }],
  ownLabels: () => [{ as: 'claimer', path: '/api/distributors/me/qrs/labels' }],
  ownSiteConfig: ({ qr }) => [{ as: 'claimer', path: `/api/distributors/me/qrs/${qr}/site-config` }],
  qrTree: ({ site, qr }) => [{ as: 'owner', path: `/api/sites/${site}/qrs/${qr}/tree` }],
  qrsBelow: ({ site, qr }) => [{ as: 'owner', path: `/api/sites/${site}/qrs/${qr}/below` }],
  ownQrTree: ({ qr }) => [{ as: 'claimer', path: `/api/distributors/me/qrs/${qr}/tree` }],
  qrCode: ({ site, qr }) => [{ as: 'owner', path: `/api/sites/${site}/qrs/${qr}/qrcode` }],
  qrDesign: ({ site, qr }) => [{ as: 'owner', path: `/api/sites/${site}/qrs/${qr}/design` }],
  siteQrDesign: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/qr-design` }],
  customerScanInfo: ({ customerToken }) => [{ as: 'customer', path: `/api/scan-info/customer/${customerToken}` }],
  distributorScanInfo: ({ distributorToken }) => [
    { as: 'distributor', path: `/api/scan-info/distributor/${distributorToken}` },
  ],
  myScans: () => [{ as: 'customer', path: '/api/me/scans' }],
  myBrand: () => [{ as: 'customer', path: '/api/me/brand' }],
  myScan: ({ scan }) => [{ as: 'customer', path: `/api/me/scans/${scan}` }],
  ledger: () => [
    { as: 'owner', path: '/api/distributors/me/ledger' },
    { as: 'distributor', path: '/api/distributors/me/ledger' },
    { as: 'claimer', path: '/api/distributors/me/ledger' },
    { as: 'admin', path: '/api/distributors/me/ledger' },
  ],
  payoutStats: () => [
    { as: 'owner', path: '/api/distributors/me/payout-stats' },
    { as: 'claimer', path: '/api/distributors/me/payout-stats' },
    { as: 'admin', path: '/api/distributors/me/payout-stats' },
  ],
  openBalance: () => [{ as: 'claimer', path: '/api/me/open-balance' }],
  pastBalances: () => [
    { as: 'owner', path: '/api/distributors/me/balances' },
    { as: 'claimer', path: '/api/distributors/me/balances' },
  ],
  siteBalances: ({ site }) => [
    { as: 'owner', path: `/api/sites/${site}/balances` },
    { as: 'owner', path: `/api/sites/${site}/balances?show=unpayable` },
  ],
  ownPayouts: () => [
    { as: 'owner', path: '/api/distributors/me/payouts' },
    { as: 'claimer', path: '/api/distributors/me/payouts' },
    { as: 'admin', path: '/api/distributors/me/payouts' },
  ],
  sitePayouts: ({ site }) => [{ as: 'owner', path: `/api/sites/${site}/payouts` }],
  disputes: () => [
    { as: 'owner', path: '/api/support/disputes' },
    { as: 'admin', path: '/api/support/disputes' },
  ],
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

const account = 'reads rows of the account store by their keys';
const events = 'reads events; its budget is in statements of the store';
const report = 'a report over all events of a period, made apart from requests where it is long';
const command = 'answered by the command service, from the stream of one subscription or checkout';
const ofOwners = 'reads the lists of owners, which have budgets';
const queue = 'reads the jobs and files of one person, which are kept for a day';
const operator = 'reads the state of the installation, which has nothing of customers';

/** Read calls without a budget of rows, and why. */
export const EXEMPT: { readonly [N in keyof typeof calls]?: string } = {
  ...{ signInMethods: account, user: account, userRole: account, secondFactor: account, listInvitations: account },
  staffInvitation: account,
  auditorInvitation: account,
  looks: account,
  tenants: account,
  tenant: 'counts up to 10,000 rows of one business, for superadmins',
  listPictures: account,
  dataRequests: account,
  distributorInvitations: account,
  payoutPreview: 'answered by the command service, as it generates payouts',
  weeklyDigest: account,
  ...{ exportOwnData: report, siteTreeAsOf: report, siteAudit: report, closedMonth: report, whatIf: report },
  ...{
    siteStatement: report,
    ownStatement: report,
    siteMarks: report,
    siteTerms: report,
    auditKeys: report,
    auditHeads: report,
    auditConsistency: report,
    auditHead: report,
  },
  ...{ auditReport: report, auditSample: report, entryTrail: events, approvals: command },
  ...{ payout: events, payoutEntries: events, explainEntry: events, supportSubject: events, supportTimeline: events },
  ...{ plan: command, planInvoices: command, offlineCheckout: command },
  ...{
    listFiles: queue,
    file: queue,
    listApiKeys: account,
    listWebhookEndpoints: account,
    webhookDeliveries: account,
    v1Redemption: command,
    v1WebhookEndpoints: account,
    v1WebhookDeliveries: account,
    ...{ v1Qrs: ofOwners, v1Qr: ofOwners, v1Ledger: ofOwners, v1Balances: ofOwners, v1Payouts: ofOwners },
  },
  ...{ headPushes: operator, projections: operator, queues: operator, standingWork: operator },
  payoutFundings: 'reads the payouts of all businesses that wait for the operator, at most 200',
};

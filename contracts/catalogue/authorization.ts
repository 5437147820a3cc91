import type { Access } from '../kernel/call.ts';
import type { Role } from '../kernel/envelope.ts';
import { allCalls } from './calls.ts';

/** The resources that a role may use by a call. Others answer 404, like an unknown id. */
export const SCOPES = {
  /** No id, or a public one. */
  all: 'everything',
  self: 'one’s own data',
  own_tenant: 'what belongs to the business that one owns',
  audited:
    'what belongs to a business that one audits, as long as that lasts; all businesses for an auditor of the platform',
  installation: 'what belongs to the installation itself, and to no business',
  workplace: 'sites that one owns or is staff of',
  scanned: 'scans that are one’s own',
  requested: 'files that are one’s own',
  claimed: 'QRs that one has claimed, and what is below them',
  earned: 'ledger entries and payouts that are one’s own',
  key_sites: 'sites that the API key is for',
  key_endpoints: 'webhook endpoints whose sites are all among those that the API key is for',
  claimed_site: 'sites on which one has claimed a QR',
} as const;
export type Scope = keyof typeof SCOPES;

/** By role, the scope in which it may make a call. A caller with several roles has all their scopes. */
export type Grants =
  | { readonly anyone: Scope }
  | { readonly key: Scope }
  | { readonly signed_in: Scope }
  | { readonly [R in Role]?: Scope };

const anyone = { anyone: 'all' } as const;
const self = { signed_in: 'self' } as const;
const owner = { site_owner: 'own_tenant' } as const;
const ownerReads = { site_owner: 'own_tenant', superadmin: 'all' } as const;
const auditedReads = { ...ownerReads, auditor: 'audited' } as const;
const operator = { superadmin: 'all' } as const;
const distributor = { distributor: 'claimed' } as const;
const ownerOrDistributor = { ...owner, ...distributor } as const;
const auditorsOf = { site_owner: 'own_tenant', superadmin: 'installation' } as const;
const ownerOrDistributorReads = { ...ownerReads, ...distributor } as const;
const ledger = { distributor: 'self', ...auditedReads } as const;

/** Calls with another scope than `usualGrants` gives their `access`. */
const EXCEPTIONS: { readonly [N in keyof typeof allCalls]?: Grants } = {
  /** The invitation's token is what allows it. */
  acceptInvitation: { signed_in: 'all' },
  acceptAuditorInvitation: { signed_in: 'all' },
  inviteAuditor: auditorsOf,
  auditors: auditorsOf,
  renewAuditorInvitation: auditorsOf,
  endAuditor: auditorsOf,
  weeklyDigest: { site_owner: 'self', distributor: 'self' },
  setWeeklyDigest: { site_owner: 'self', distributor: 'self' },
  notifications: { site_owner: 'own_tenant', distributor: 'self' },
  markNotificationsRead: { site_owner: 'self', distributor: 'self' },
  ownStandings: { distributor: 'self' },
  ownStatement: { distributor: 'self' },
  listOwnQrs: { distributor: 'self' },
  ownLabels: { distributor: 'self' },
  ownSiteConfig: distributor,
  qrTree: { ...auditedReads, ...distributor },
  ownQrTree: distributor,
  qrCode: ownerOrDistributorReads,
  qrDesign: ownerOrDistributorReads,
  createQr: { ...owner, distributor: 'claimed_site' },
  editQr: ownerOrDistributor,
  splitOwnQr: distributor,
  inviteDistributor: ownerOrDistributor,
  distributorInvitations: ownerOrDistributor,
  /** By the printed token. Other rules answer with `success: false`. */
  redeem: { signed_in: 'all' },
  /** By the printed token. Callers without the distributor role get the call's own 403, CLAIM_NOT_ALLOWED. */
  claim: { signed_in: 'all' },
  lookUpScan: { site_owner: 'workplace', staff: 'workplace' },
  staffRedeem: { site_owner: 'workplace', staff: 'workplace' },
  correctRedemption: { site_owner: 'workplace', staff: 'workplace' },
  myScan: { signed_in: 'scanned' },
  file: { signed_in: 'requested' },
  deleteFile: { signed_in: 'requested' },
  ledger,
  payoutStats: ledger,
  pastBalances: ledger,
  explainEntry: { ...auditedReads, distributor: 'earned' },
  approvals: { ...auditedReads, staff: 'workplace' },
  closedMonth: { ...auditedReads, staff: 'workplace' },
  approvePayout: { staff: 'workplace' },
  signOffMonth: { staff: 'workplace' },
  ownPayouts: ledger,
  payout: { ...auditedReads, distributor: 'earned' },
  payoutEntries: { ...auditedReads, distributor: 'earned' },
  payoutAccount: { distributor: 'self' },
  counter: { site_owner: 'own_tenant', staff: 'self' },
  validations: { site_owner: 'own_tenant', staff: 'self' },
};

/** The scope that an access has unless a call is an exception. */
function usualGrants(access: Access): Grants {
  if (access === 'anyone') return anyone;
  if (access === 'signed_in') return self;
  if ('key' in access) return { key: access.key === 'webhooks' ? 'key_endpoints' : 'key_sites' };
  const usual = [owner, ownerReads, auditedReads, operator].find(
    (grants) => access.toSorted().join() === Object.keys(grants).toSorted().join(),
  );
  if (usual === undefined) throw new Error(`authorization.ts gives no scope for ${access.join()}`);
  return usual;
}

/**
 * Who may make which call, and on what. Routes check `access`; authorization-table.spec.ts holds it equal to this table, and
 * verification/specification/authorization.spec.ts checks every cell of the table in the running product.
 */
export const authorization = Object.fromEntries(
  Object.entries(allCalls).map(([name, { access }]) => [
    name,
    EXCEPTIONS[name as keyof typeof allCalls] ?? usualGrants(access),
  ]),
) as { readonly [N in keyof typeof allCalls]: Grants };

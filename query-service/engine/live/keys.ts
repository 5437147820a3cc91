import { accountCalls } from '@perktree/contracts/account/calls';
import { dashboardCalls } from '@perktree/contracts/dashboard/calls';
import { distributorCalls } from '@perktree/contracts/distributor/calls';
import { flagCalls } from '@perktree/contracts/flag/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { LiveKey, LiveMessage } from '@perktree/contracts/kernel/live';
import { earningsCalls } from '@perktree/contracts/ledger/calls';
import { notificationCalls } from '@perktree/contracts/notification/calls';
import { payoutCalls } from '@perktree/contracts/payout/calls';
import { payoutEntryCalls } from '@perktree/contracts/payout/entry-calls';
import { qrListCalls } from '@perktree/contracts/qr/list-calls';
import { redemptionListCalls } from '@perktree/contracts/redemption/list-calls';
import { scanningCalls } from '@perktree/contracts/scan/calls';
import { siteCalls } from '@perktree/contracts/site/calls';
import { subscriptionCalls } from '@perktree/contracts/subscription/calls';
import { supportCalls } from '@perktree/contracts/support/calls';
import { readableTenants, type Session } from '@perktree/platform/http/session';
import type { LiveFact, Topic } from './facts.ts';

type Read = Pick<Call, 'path' | 'query'>;
type Reads = Readonly<Record<Topic, readonly Read[]>>;

const { listSites, siteConfiguration, listStaff, listInvitations } = siteCalls;
const { dashboard, activity, siteStats } = dashboardCalls;
const { validations, counter, siteRedemptions } = redemptionListCalls;
const { topDistributors, ownStandings } = distributorCalls;
const { ledger, payoutStats, pastBalances, siteBalances, openBalance } = earningsCalls;
const { sitePayouts, ownPayouts } = payoutCalls;
const { listQrs, listOwnQrs } = qrListCalls;
const { plan } = subscriptionCalls;
const { notifications } = notificationCalls;

/** The page of the disputed redemption, and its timeline, whose path begins with it. */
const DISPUTED: Read = { ...supportCalls.supportSubject, path: '/api/support/redemption/:rowId' };

/** The page of each payout, and its entries: one key for all, since a run of payouts changes hundreds. */
const PAYOUT_PAGES: Read = { ...payoutEntryCalls.payout, path: '/api/payouts' };

/** Reads that show a change to the owner of its site, to its auditors and to superadmins. */
const AS_OWNER: Reads = {
  sites: [listSites, siteConfiguration, dashboard, plan, counter],
  site_staff: [listStaff, listInvitations],
  site_blocks: [distributorCalls.blockedDistributors, topDistributors, listQrs],
  qrs: [listQrs, topDistributors, plan],
  workplace: [],
  scans: [dashboard, activity, siteStats],
  redemptions: [dashboard, activity, siteStats, siteRedemptions, validations, plan],
  ledger_entries: [dashboard, siteStats, ledger, payoutStats, topDistributors, pastBalances, siteBalances],
  payouts: [sitePayouts, ownPayouts, payoutStats, ledger, pastBalances, siteBalances, PAYOUT_PAGES],
  flags: [flagCalls.siteFlags],
  disputes: [supportCalls.disputes, DISPUTED],
  notifications: [notifications],
};

/** Reads that show a change to the person that it concerns: staff, distributor or customer. */
const IN_PERSON: Reads = {
  sites: [listSites, listOwnQrs, dashboard, counter],
  site_staff: [accountCalls.userRole, listSites, dashboard, activity, counter],
  site_blocks: [listOwnQrs],
  // Trees and links of single QRs are also read by the path of their site, which `listQrs` covers.
  qrs: [listOwnQrs, listQrs, dashboard, activity, ownStandings],
  workplace: [dashboard, activity],
  scans: [scanningCalls.myScans, dashboard, activity],
  redemptions: [validations],
  ledger_entries: [ledger, payoutStats, dashboard, pastBalances, openBalance, ownStandings],
  payouts: [ownPayouts, payoutStats, ledger, pastBalances, openBalance, PAYOUT_PAGES],
  flags: [],
  disputes: [],
  notifications: [notifications],
};

/** Lists whose items are the rows of a topic's table: a change names the ids of these rows. */
const LISTED: Partial<Reads> = {
  sites: [listSites],
  qrs: [listQrs, listOwnQrs],
  scans: [scanningCalls.myScans],
  redemptions: [siteRedemptions],
  ledger_entries: [ledger],
  payouts: [sitePayouts, ownPayouts],
  flags: [flagCalls.siteFlags],
};

/** The changed reads of a session. */
export type LiveChange = Pick<LiveMessage, 'keys' | 'ids'>;
/** All reads of the API. */
export const EVERYTHING: LiveChange = { keys: [['/api']] };
/** Most keys of a message; above it, everything may have changed. */
const MAX_KEYS = 200;
/** Most ids of a list; above it, any of its rows may have changed. As many as the query `ids` takes. */
const MAX_IDS = 50;

/** Changes by their audience. */
export interface SortedFacts {
  readonly all: readonly LiveFact[];
  readonly byTenant: ReadonlyMap<string, readonly LiveFact[]>;
  readonly byPerson: ReadonlyMap<string, readonly LiveFact[]>;
}

export function sortFacts(all: readonly LiveFact[]): SortedFacts {
  const byTenant = new Map<string, LiveFact[]>();
  const byPerson = new Map<string, LiveFact[]>();
  for (const fact of all) {
    put(byTenant, fact.tenant_id, fact);
    if (fact.person_id !== null) put(byPerson, fact.person_id, fact);
  }
  return { all, byTenant, byPerson };
}

function put(groups: Map<string, LiveFact[]>, key: string, fact: LiveFact): void {
  const group = groups.get(key);
  if (group) group.push(fact);
  else groups.set(key, [fact]);
}

/** The changed reads of a session, limited to what the session may read. */
export function changeFor(session: Session, facts: SortedFacts): LiveChange {
  const tenants = readableTenants(session);
  const owned = tenants === null ? facts.all : tenants.flatMap((id) => facts.byTenant.get(id) ?? []);
  const changed = new Map<string, ChangedRows>();
  for (const fact of owned) for (const read of AS_OWNER[fact.topic]) add(changed, read, fact);
  for (const fact of facts.byPerson.get(session.userId) ?? []) {
    for (const read of IN_PERSON[fact.topic]) add(changed, read, fact);
  }
  if (changed.size > MAX_KEYS) return EVERYTHING;
  const ids = [...changed].flatMap(([path, rows]) => (rows === null ? [] : [[path, [...rows]] as const]));
  return { keys: [...changed.keys()].map(keyOf), ...(ids.length > 0 && { ids: Object.fromEntries(ids) }) };
}

/** Ids of a list; null if any of its rows may have changed. */
type ChangedRows = Set<string> | null;

function add(changed: Map<string, ChangedRows>, read: Read, { topic, site_id, row_id }: LiveFact): void {
  const path = read.path.replace(':siteId', site_id).replace(':rowId', row_id ?? '');
  const rows = changed.get(path);
  if (rows === null) return;
  const isListed = row_id !== null && LISTED[topic]?.includes(read) && takesIds(read);
  changed.set(path, isListed && (rows?.size ?? 0) < MAX_IDS ? (rows ?? new Set()).add(row_id) : null);
}

const takesIds = ({ query }: Read) => 'ids' in ((query as { shape?: object } | undefined)?.shape ?? {});

/** The screens' cache key of a path: its parts, the first one with its slash. */
function keyOf(path: string): LiveKey {
  const [root, ...rest] = path.slice(1).split('/');
  return [`/${root}`, ...rest];
}

import { accountCalls } from '@perktree/contracts/http/accounts';
import { dashboardCalls } from '@perktree/contracts/http/dashboard';
import { distributorCalls } from '@perktree/contracts/http/distributors';
import { earningsCalls } from '@perktree/contracts/http/earnings';
import { flagCalls } from '@perktree/contracts/http/flags';
import type { LiveKey } from '@perktree/contracts/http/live';
import { payoutCalls } from '@perktree/contracts/http/payouts';
import { qrCalls } from '@perktree/contracts/http/qrs';
import { scanningCalls } from '@perktree/contracts/http/scanning';
import { siteReportCalls } from '@perktree/contracts/http/site-reports';
import { siteCalls } from '@perktree/contracts/http/sites';
import { subscriptionCalls } from '@perktree/contracts/http/subscription';
import { supportCalls } from '@perktree/contracts/http/support';
import type { Session } from '@perktree/platform/http/session';
import { isSuperadmin } from '../scope.ts';
import type { Fact, Topic } from './facts.ts';

interface Read {
  readonly path: string;
}
type Reads = Readonly<Record<Topic, readonly Read[]>>;

const { listSites, siteConfiguration, listStaff } = siteCalls;
const { dashboard, activity, validations } = dashboardCalls;
const { siteRedemptions, siteStats, topDistributors, ownStandings } = siteReportCalls;
const { ledger, payoutStats, pastBalances, siteBalances, openBalance } = earningsCalls;
const { sitePayouts, ownPayouts } = payoutCalls;
const { listQrs, listOwnQrs } = qrCalls;
const { plan } = subscriptionCalls;

/** What shows a change to the owner of its site, and to superadmins. */
const AS_OWNER: Reads = {
  sites: [listSites, siteConfiguration, dashboard, plan],
  site_staff: [listStaff],
  site_blocks: [distributorCalls.blockedDistributors, topDistributors, listQrs],
  qrs: [listQrs, topDistributors, plan],
  workplace: [],
  scans: [dashboard, activity, siteStats],
  redemptions: [dashboard, activity, siteStats, siteRedemptions, validations, plan],
  ledger_entries: [dashboard, siteStats, ledger, payoutStats, topDistributors, pastBalances, siteBalances],
  payouts: [sitePayouts, ownPayouts, payoutStats, ledger, pastBalances, siteBalances],
  flags: [flagCalls.siteFlags],
  disputes: [supportCalls.disputes],
};

/** What shows it to the person whom it concerns: staff, distributor or customer. */
const IN_PERSON: Reads = {
  sites: [listSites, listOwnQrs, dashboard],
  site_staff: [accountCalls.userRole, listSites, dashboard, activity],
  // Trees and links of single QRs are read by the path of their site, too.
  site_blocks: [listOwnQrs],
  qrs: [listOwnQrs, listQrs, dashboard, activity, ownStandings],
  workplace: [dashboard, activity],
  scans: [scanningCalls.myScans, dashboard, activity],
  redemptions: [validations],
  ledger_entries: [ledger, payoutStats, dashboard, pastBalances, openBalance, ownStandings],
  payouts: [ownPayouts, payoutStats, ledger, pastBalances, openBalance],
  flags: [],
  disputes: [],
};

/** Everything that is read. */
export const EVERYTHING: readonly LiveKey[] = [['/api']];
/** More than this are not worth a list. */
const MOST_KEYS = 200;

/** Facts by whom they may be told to. */
export interface SortedFacts {
  readonly all: readonly Fact[];
  readonly byTenant: ReadonlyMap<string, readonly Fact[]>;
  readonly byPerson: ReadonlyMap<string, readonly Fact[]>;
}

export function sortFacts(all: readonly Fact[]): SortedFacts {
  const byTenant = new Map<string, Fact[]>();
  const byPerson = new Map<string, Fact[]>();
  for (const fact of all) {
    put(byTenant, fact.tenant_id, fact);
    if (fact.person_id !== null) put(byPerson, fact.person_id, fact);
  }
  return { all, byTenant, byPerson };
}

function put(groups: Map<string, Fact[]>, key: string, fact: Fact): void {
  const group = groups.get(key);
  if (group) group.push(fact);
  else groups.set(key, [fact]);
}

/** The reads that show somebody something else now, as query keys: of what the session may read, and nothing besides. */
export function keysFor(session: Session, facts: SortedFacts): readonly LiveKey[] {
  const owned = isSuperadmin(session) ? facts.all : (facts.byTenant.get(session.tenantId ?? '') ?? []);
  const paths = new Set<string>();
  for (const fact of owned) for (const { path } of AS_OWNER[fact.topic]) paths.add(atSite(path, fact));
  for (const fact of facts.byPerson.get(session.userId) ?? []) {
    for (const { path } of IN_PERSON[fact.topic]) paths.add(atSite(path, fact));
  }
  return paths.size > MOST_KEYS ? EVERYTHING : [...paths].map(keyOf);
}

const atSite = (path: string, { site_id }: Fact) => path.replace(':siteId', site_id);

/** The parts of a path, the first of them with its slash: as the screens name what they have read. */
function keyOf(path: string): LiveKey {
  const [root, ...rest] = path.slice(1).split('/');
  return [`/${root}`, ...rest];
}

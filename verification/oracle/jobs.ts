import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';
import type { History } from '../model/invariants/history.ts';
import type { Node } from '../model/invariants/trees.ts';
import { historiesOf, treesOf } from './by-tenant.ts';
import type { Check } from './evidence.ts';

/**
 * I6: jobs take effect once. Each period of a QR begins once, and each payout is paid once. After all jobs have run, nothing due
 * is left.
 */
export const jobs: Check = ({ events, jobsDoneAt }) =>
  historiesOf(events).flatMap((history) => [
    ...doubled(history),
    ...(jobsDoneAt === null ? [] : [...leftExpired(history, jobsDoneAt), ...leftUnpaid(history)]),
  ]);

function doubled(history: History): readonly string[] {
  const seen = new Set<string>();
  return history.flatMap((event) => {
    const effect = effectOf(event);
    if (effect === null) return [];
    if (seen.has(effect)) return [`${effect} twice`];
    seen.add(effect);
    return [];
  });
}

function effectOf(event: History[number]): string | null {
  if (event.type === 'QrReissued') return `period ${event.data.period} of ${event.data.qrId} began`;
  if (event.type === 'PayoutPaid') return `payout ${event.data.payoutId} was paid`;
  return null;
}

/** Expired QRs of sites with automatic renewal, if the plan has room for them. */
function leftExpired(history: History, now: number): readonly string[] {
  const trees = treesOf(history);
  if (trees === null) return [];
  const newest = new Map([...trees].map(([at, nodes]) => [at.slice(0, at.lastIndexOf(' ')), nodes]));
  const sites = sitesOf(history);
  const active = [...newest.values()].flatMap((nodes) => [...nodes.values()].filter(({ isActive }) => isActive));
  const limit = PLANS[planOf(history)].limits.activeQrs;
  const isCounted = (qr: Node) => qr.expiresAt > now && !qr.isByDistributor;
  if (limit !== null && active.filter(isCounted).length >= limit) return [];
  return history.flatMap((event) => {
    if (event.type !== 'RootQrCreated') return [];
    const site = sites.get(event.data.siteId);
    if (site?.configuration.renewalPolicy !== 'auto_reissue_on_expire' || !site.isActive) return [];
    const due = [...(newest.get(event.stream)?.values() ?? [])].filter(
      (qr) => qr.isActive && !qr.isByDistributor && qr.expiresAt <= now,
    );
    return due.map(({ qrId, period }) => `${qrId} has expired in period ${period} and was not reissued`);
  });
}

function sitesOf(history: History) {
  const sites = new Map<string, { configuration: SiteConfiguration; isActive: boolean }>();
  for (const { type, data } of history) {
    if (type === 'SiteCreated' || type === 'SiteConfigured') {
      sites.set(data.siteId, { isActive: sites.get(data.siteId)?.isActive ?? true, configuration: data.configuration });
    }
    const site = type === 'SiteActivated' || type === 'SiteDeactivated' ? sites.get(data.siteId) : undefined;
    if (site) site.isActive = type === 'SiteActivated';
  }
  return sites;
}

function planOf(history: History): PlanId {
  let plan: PlanId = 'free';
  for (const { type, data } of history) {
    if (type === 'SubscriptionStarted') plan = data.plan;
    if (type === 'PlanChanged') plan = data.to;
    if (type === 'SubscriptionEnded') plan = 'free';
  }
  return plan;
}

/** Payouts for the payment provider that were never sent to it. */
function leftUnpaid(history: History): readonly string[] {
  const open = new Set<string>();
  for (const { type, data } of history) {
    if (type === 'PayoutGenerated' && data.settlement === 'provider') open.add(data.payoutId);
    if (type === 'PayoutPaid' || type === 'PayoutCancelled' || type === 'PayoutFailed') open.delete(data.payoutId);
  }
  return [...open].map((payoutId) => `payout ${payoutId} was left with the payment provider`);
}

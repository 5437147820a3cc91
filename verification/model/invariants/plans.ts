import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';
import { type History, must } from './history.ts';
import type { Nodes, Trees } from './trees.ts';

const RANK: readonly PlanId[] = ['free', 'pro', 'ultra'];

/**
 * No tenant exceeds the limits of its best plan so far. Only runs without races check the limits after a downgrade, because a
 * concurrent command may still use the old plan.
 */
export function checkPlans(history: History, trees: Trees): void {
  let best: PlanId = 'free';
  let sites = 0;
  const months = new Map<string, number>();
  const newest = new Map<string, Nodes>();
  for (const event of history) {
    if (event.type === 'SubscriptionStarted') best = better(best, event.data.plan);
    if (event.type === 'PlanChanged') best = better(best, event.data.to);
    const { limits, name } = PLANS[best];
    const within = (what: string, is: number, limit: number | null) =>
      must(limit === null || is <= limit, () => `${is} ${what} on ${name}, which allows ${limit}`);
    if (event.type === 'SiteCreated') sites += 1;
    within('sites', sites, limits.sites);
    if (event.type === 'BenefitRedeemed') {
      const month = new Date(event.at).toISOString().slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + 1);
      within('redemptions', months.get(month) ?? 0, limits.redemptionsPerMonth);
    }
    if (event.type === 'BenefitRedeemed' || event.type === 'RedemptionConfirmed') {
      must(limits.staffCodes || event.data.confirmedVia !== 'code', () => `a typed code on ${name}`);
    }
    const tree = trees.get(`${event.stream} ${event.revision}`);
    if (!tree) continue;
    newest.set(event.stream, tree);
    const qrs = [...newest.values()].flatMap((nodes) => [...nodes.values()]);
    within(
      'active QRs',
      qrs.filter((qr) => qr.isActive && !qr.isByDistributor && event.at < qr.expiresAt).length,
      limits.activeQrs,
    );
    within('levels', Math.max(...qrs.map(({ depth }) => depth)), limits.splitDepth);
  }
}

function better(a: PlanId, b: PlanId): PlanId {
  return RANK.indexOf(a) > RANK.indexOf(b) ? a : b;
}

import { PLANS, type PlanId } from '@perktree/contracts/plans';
import { type History, must } from './history.ts';
import type { Trees } from './trees.ts';

const RANK: readonly PlanId[] = ['free', 'pro', 'ultra'];

/**
 * No tenant has ever had more than the best plan that it has had so far allows. (What it may do after a downgrade is for
 * runs without races: there a command that is on its way when the plan ends still counts as before.)
 */
export function checkPlans(history: History, trees: Trees): void {
  let best: PlanId = 'free';
  let sites = 0;
  const months = new Map<string, number>();
  const newest = new Map<string, Trees extends ReadonlyMap<string, infer N> ? N : never>();
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
      must(limits.staffCodes || event.data.confirmedVia !== 'code', () => `a typed code on ${name}`);
    }
    if (event.type === 'RedemptionConfirmed') {
      must(limits.staffCodes || event.data.confirmedVia !== 'code', () => `a typed code on ${name}`);
    }
    const tree = trees.get(`${event.stream} ${event.revision}`);
    if (!tree) continue;
    newest.set(event.stream, tree);
    const qrs = [...newest.values()].flatMap((nodes) => [...nodes.values()]);
    within('active QRs', qrs.filter((qr) => qr.isActive && event.at < qr.expiresAt).length, limits.activeQrs);
    within('levels', Math.max(...qrs.map(({ depth }) => depth)), limits.splitDepth);
  }
}

function better(a: PlanId, b: PlanId): PlanId {
  return RANK.indexOf(a) > RANK.indexOf(b) ? a : b;
}

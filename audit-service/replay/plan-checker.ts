import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';
import { isOf } from '../stream-history.ts';
import { CLOCK_DISORDER_MS } from './clock-disorder.ts';
import type { Findings } from './finding.ts';

interface Tenant {
  /** Each plan with its end in milliseconds; the newest has no end. */
  plans: { readonly plan: PlanId; until: number }[];
  month: string;
  redemptions: number;
}

/** Checks the redemptions of each calendar month (UTC) against the tenant's plans. */
export class PlanChecker {
  private readonly tenants = new Map<string, Tenant>();

  apply(event: RecordedEvent, findings: Findings): void {
    const at = Date.parse(event.metadata.recordedAt);
    if (isOf(event, 'SubscriptionStarted')) this.change(event.fact.data.tenantId, event.fact.data.plan, at);
    else if (isOf(event, 'PlanChanged')) this.change(event.fact.data.tenantId, event.fact.data.to, at);
    else if (isOf(event, 'SubscriptionEnded')) this.change(event.fact.data.tenantId, 'free', at);
    else if (isOf(event, 'BenefitRedeemed')) this.count(event, findings);
  }

  private change(tenantId: string, plan: PlanId, at: number): void {
    const tenant = this.tenantOf(tenantId);
    const last = tenant.plans.at(-1);
    if (last) last.until = at;
    tenant.plans.push({ plan, until: Number.POSITIVE_INFINITY });
  }

  /** The most generous plan of the month counts, so a later downgrade does not invalidate earlier redemptions. */
  private count({ fact, metadata }: RecordedEvent<'BenefitRedeemed'>, findings: Findings): void {
    const tenant = this.tenantOf(fact.data.tenantId);
    const month = metadata.recordedAt.slice(0, 7);
    if (month > tenant.month) {
      tenant.month = month;
      tenant.redemptions = 0;
      const begins = Date.parse(`${month}-01T00:00:00Z`);
      tenant.plans = tenant.plans.filter(({ until }) => until >= begins - CLOCK_DISORDER_MS);
    }
    if (month === tenant.month) tenant.redemptions += 1;
    const limits = tenant.plans.map(({ plan }) => PLANS[plan].limits.redemptionsPerMonth ?? Number.POSITIVE_INFINITY);
    const most = Math.max(...limits);
    if (tenant.redemptions > most) {
      findings.note('redemptions of a month', `at most ${most}`, tenant.redemptions, { qrId: fact.data.qrId });
    }
  }

  private tenantOf(tenantId: string): Tenant {
    const known = this.tenants.get(tenantId);
    if (known !== undefined) return known;
    const tenant: Tenant = { plans: [{ plan: 'free', until: Number.POSITIVE_INFINITY }], month: '', redemptions: 0 };
    this.tenants.set(tenantId, tenant);
    return tenant;
  }
}

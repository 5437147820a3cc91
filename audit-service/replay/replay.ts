import { decodeEvent, UndecodableEvent } from '@perktree/contracts/catalogue/codec';
import { isEventType, type RecordedEvent } from '@perktree/contracts/catalogue/events';
import { CLOCK_DISORDER_MS } from '@perktree/contracts/kernel/durations';
import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';
import type { StoredEvent } from '@perktree/event-store/port';
import type { EntryPayoutEvent } from '../explanation/payouts-of-entry.ts';
import { isOf, type TreeEvent } from '../stream-history.ts';
import { textIn } from '../text-in.ts';
import { ApprovalChecker } from './approval-checker.ts';
import { checkerOf, StreamOrder } from './event-groups.ts';
import { type Finding, Findings } from './finding.ts';
import { OnceChecker } from './once-checker.ts';
import { PayoutChecker } from './payout-checker.ts';
import { RedemptionChecker } from './redemption-checker.ts';
import { ReplayClock } from './replay-clock.ts';
import { ScanChecker } from './scan-checker.ts';
import { SiteRulesHistory } from './site-rules.ts';
import { StandingChecker } from './standing-checker.ts';
import { TreeHistory } from './tree-history.ts';

interface Tenant {
  /** Each plan with its end in milliseconds; the newest has no end. */
  plans: { readonly plan: PlanId; until: number }[];
  month: string;
  redemptions: number;
}

/** Checks the redemptions of each calendar month (UTC) against the tenant's plans. */
class PlanChecker {
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
    const max = Math.max(...limits);
    if (tenant.redemptions > max) {
      findings.note('redemptions of a month', `at most ${max}`, tenant.redemptions, { qrId: fact.data.qrId });
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

interface Replayed {
  /** Null: not in a shape that any version of the product has written. */
  readonly event: RecordedEvent | null;
  readonly findings: readonly Finding[];
}

/**
 * Replays history event by event, in the order of the store: trees, owners, limits and payouts as they were, every commission
 * computed again, and for each event whether what it names exists. The folds are the audit's own. What is remembered: the
 * trees and sites, of each ledger entry and redemption a few words, the open scans, and of each event two hashes of 8 bytes.
 */
export class Replay {
  readonly clock = new ReplayClock();
  private readonly redemptions = new RedemptionChecker(this.clock);
  readonly state = {
    sites: new SiteRulesHistory(),
    trees: new TreeHistory(),
    redemptions: this.redemptions,
    payouts: new PayoutChecker(this.redemptions.entries, this.clock),
    plans: new PlanChecker(),
  };
  private readonly order = new StreamOrder();
  private readonly once = new OnceChecker();
  private readonly standing = new StandingChecker();
  private readonly approvals = new ApprovalChecker();
  private readonly scans: ScanChecker;

  /** @param options `isWhole`: all events of the store pass by, not those of one site */
  constructor(private readonly options: { readonly isWhole: boolean }) {
    this.scans = new ScanChecker(options.isWhole);
  }

  /** A type that the catalogue does not have is a difference. */
  apply(stored: StoredEvent): Replayed {
    const findings = new Findings(lookedAt(stored));
    this.clock.pass(stored, findings);
    this.once.check(stored, this.clock.at, findings);
    if (!isEventType(stored.type)) {
      findings.note('type of an event', 'one of the catalogue', stored.type);
      return { event: null, findings: findings.all };
    }
    this.order.check(stored, findings);
    let event: RecordedEvent;
    try {
      event = decodeEvent(stored);
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error;
      findings.note('event', 'one that can be read', error.message);
      return { event: null, findings: findings.all };
    }
    this.check(event, findings);
    return { event, findings: findings.all };
  }

  private check(event: RecordedEvent, findings: Findings): void {
    const { sites, trees, redemptions, payouts, plans } = this.state;
    if (this.options.isWhole) plans.apply(event, findings);
    sites.checkPlace(event, findings);
    this.scans.apply(event, this.state, findings);
    this.approvals.apply(event, this.state, findings);
    const checker = checkerOf(event.fact.type);
    if (checker === 'site') sites.apply(event, findings);
    else if (checker === 'standing') this.standing.apply(event, this.state, findings);
    else if (checker === 'tree') trees.apply(event as TreeEvent, findings.note);
    else if (checker === 'payout') payouts.apply(event as EntryPayoutEvent, sites, findings);
    else if (isOf(event, 'BenefitRedeemed')) redemptions.redeem(event, this.state, findings);
    else if (isOf(event, 'RedemptionConfirmed')) redemptions.confirm(event, this.state, findings);
    else if (isOf(event, 'RedemptionReversed')) redemptions.reverse(event, findings);
  }
}

/** What findings name of an event, whatever shape it is in. */
function lookedAt({ eventId, position, stream, data, metadata }: StoredEvent) {
  return {
    eventId,
    position,
    stream,
    recordedAt: textIn(metadata, 'recordedAt') ?? '',
    siteId: textIn(data, 'siteId'),
  };
}

import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { toMinor } from '@perktree/contracts/kernel/money';
import { isOf } from '../stream-history.ts';
import type { AuditedPayout } from './entry.ts';
import type { Findings } from './finding.ts';
import type { SiteRulesHistory } from './site-rules.ts';

interface Then {
  readonly sites: Pick<SiteRulesHistory, 'find'>;
  readonly payouts: { find(payoutId: string): AuditedPayout | undefined };
}

type Rule = EventData<'ApprovalRuleSet'> & { readonly since: number };

/**
 * What needs a second person had one: payouts above the owner's limit were approved before they were paid, and months were
 * signed off by another person than the one who closed them, with the same figures; both by a member of the staff whom the
 * owner had named. A rule that was set, or a person who was removed, less than a minute before may have met a command on its way.
 */
export class ApprovalChecker {
  private readonly rules = new Map<string, Rule[]>();
  private readonly approved = new Set<string>();
  private readonly months = new Map<string, EventData<'MonthClosed'>>();

  apply(event: RecordedEvent, then: Then, findings: Findings): void {
    if (isOf(event, 'ApprovalRuleSet')) {
      const rules = this.rules.get(event.fact.data.siteId) ?? [];
      this.rules.set(event.fact.data.siteId, [...rules, { ...event.fact.data, since: timeOf(event) }]);
    } else if (isOf(event, 'PayoutApproved')) this.approve(event, then, findings);
    else if (isOf(event, 'PayoutPaid')) this.pay(event, then, findings);
    else if (isOf(event, 'MonthClosed')) this.months.set(monthOf(event.fact.data), event.fact.data);
    else if (isOf(event, 'MonthSignedOff')) this.signOff(event, then, findings);
  }

  private approve(event: RecordedEvent<'PayoutApproved'>, { payouts, sites }: Then, findings: Findings): void {
    const { payoutId, siteId, distributorId, amount, approvedBy } = event.fact.data;
    this.approved.add(payoutId);
    const payout = payouts.find(payoutId);
    findings.equal('amount of a payout that is approved', payout?.amount ?? null, amount, { distributorId });
    const mayApprove = this.isApprover(siteId, approvedBy, timeOf(event), sites) && approvedBy !== distributorId;
    if (!mayApprove) findings.note('person who approves a payout', 'an approver of the site', approvedBy);
  }

  private pay(event: RecordedEvent<'PayoutPaid'>, { sites }: Then, findings: Findings): void {
    const { payoutId, siteId, distributorId, currency, amount } = event.fact.data;
    if (this.approved.has(payoutId)) return;
    const at = timeOf(event);
    const needs = (rule: Rule | undefined) =>
      rule?.payoutsAbove != null &&
      (currency !== sites.find(siteId)?.currency || toMinor(amount, currency) > toMinor(rule.payoutsAbove, currency));
    if (this.rulesAround(siteId, at).every(needs))
      findings.note('payout that was paid', 'one that was approved', amount, { distributorId });
  }

  private signOff(event: RecordedEvent<'MonthSignedOff'>, { sites }: Then, findings: Findings): void {
    const { siteId, fingerprint, signedOffBy } = event.fact.data;
    const closed = this.months.get(monthOf(event.fact.data));
    findings.equal('figures of a month that is signed off', closed?.fingerprint ?? null, fingerprint);
    if (closed?.closedBy === signedOffBy) {
      findings.note('person who signs a month off', 'another than the one who closed it', signedOffBy);
    } else if (!this.isApprover(siteId, signedOffBy, timeOf(event), sites)) {
      findings.note('person who signs a month off', 'an approver of the site', signedOffBy);
    }
  }

  /** Whom the owner had named, and who worked at the site. */
  private isApprover(siteId: string, userId: string, at: number, sites: Then['sites']): boolean {
    const isNamed = this.rulesAround(siteId, at).some((rule) => rule?.approverIds.includes(userId));
    return isNamed && (sites.find(siteId)?.staff.get(userId) ?? Number.NEGATIVE_INFINITY) >= at - MINUTE_MS;
  }

  /** The rules of which a command of a moment may have known one; undefined: none was set. */
  private rulesAround(siteId: string, at: number): readonly (Rule | undefined)[] {
    const rules = this.rules.get(siteId) ?? [];
    const before = rules.findLast(({ since }) => since <= at - MINUTE_MS);
    return [before, ...rules.filter(({ since }) => since > at - MINUTE_MS && since <= at)];
  }
}

const timeOf = ({ metadata }: RecordedEvent): number => Date.parse(metadata.recordedAt);
const monthOf = ({ siteId, month }: { readonly siteId: string; readonly month: string }) => `${siteId} ${month}`;

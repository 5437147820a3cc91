import type { EventData, EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { isOf } from '../stream-history.ts';
import { textIn } from '../text-in.ts';
import type { AuditedPayout, AuditedRedemption } from './entry.ts';
import type { Findings } from './finding.ts';
import { HashSet } from './hash-set.ts';
import type { SiteRulesHistory } from './site-rules.ts';
import type { TreeHistory } from './tree-history.ts';

interface Then {
  readonly sites: SiteRulesHistory;
  readonly trees: TreeHistory;
  readonly redemptions: { find(redemptionId: string): AuditedRedemption | undefined };
  readonly payouts: { find(payoutId: string): AuditedPayout | undefined };
}

/** States before an event of a dispute or a funding, and the state after it. `none`: the object does not exist. */
const STEPS: Readonly<Partial<Record<EventType, readonly [before: readonly string[], after: string]>>> = {
  DisputeOpened: [['none', 'closed'], 'open'],
  DisputeAnswered: [['open', 'answered'], 'answered'],
  DisputeClosed: [['open', 'answered'], 'closed'],
  PayoutFundingRequested: [['none'], 'requested'],
  PayoutFundingApproved: [['awaiting approval'], 'collecting'],
  // A concurrent attempt can have failed before the charge succeeded.
  PayoutFundingCollected: [['collecting', 'failed'], 'collected'],
  PayoutFundingFailed: [['collecting', 'awaiting approval'], 'failed'],
  PayoutFundingDisputed: [['collected'], 'disputed'],
  PayoutFundingDisputeSettled: [['disputed'], 'settled'],
  ViewAsStarted: [['none'], 'running'],
  ViewAsEnded: [['running'], 'ended'],
  AuditorInvited: [['none', 'invited'], 'invited'],
  AuditorJoined: [['invited'], 'joined'],
  AuditorEnded: [['invited', 'joined'], 'ended'],
  WebhookEndpointCreated: [['none'], 'enabled'],
  WebhookEndpointChanged: [['enabled', 'disabled'], ''],
  WebhookSecretRotated: [['enabled', 'disabled'], ''],
  WebhookReplayRequested: [['enabled', 'disabled'], ''],
  WebhookEndpointDisabled: [['enabled'], 'disabled'],
  WebhookEndpointEnabled: [['disabled'], 'enabled'],
  WebhookEndpointRemoved: [['enabled', 'disabled'], 'removed'],
};

/**
 * Disputes, fundings, plans, views, auditors and endpoints exist before an event about them, and are in a state that allows it. Kept are
 * the states, and a hash of each reservation of a quota.
 */
export class StandingChecker {
  private readonly states = new Map<string, string>();
  private readonly funded = new HashSet();
  /** The last hash of the name and of the account of each payee. */
  private readonly payees = new Map<string, string | null>();
  private readonly quotas = new HashSet();
  private readonly plans = new Map<string, { readonly plan: string; readonly reference: string | null }>();

  apply(event: RecordedEvent, then: Then, findings: Findings): void {
    const { type, data } = event.fact;
    const step = STEPS[type];
    if (step !== undefined) this.step(`${objectOf(data)}`, step, event, findings);
    if (type === 'DisputeOpened' || type === 'DisputeAnswered' || type === 'DisputeClosed') {
      const redemption = then.redemptions.find(data.redemptionId);
      findings.equal('QR of a disputed redemption', redemption?.qrId ?? null, data.qrId);
    } else if (isOf(event, 'PayoutFundingRequested')) this.request(event.fact.data, then, findings);
    else if (type === 'RedemptionLimitReached') checkQr(data, then, findings);
    else if (type === 'ExpiryWarned') for (const qr of data.qrs) checkQr(qr, then, findings);
    else if (type === 'PayeeNamed' || type === 'PayoutAccountChanged') {
      const payee = `${type} ${data.userId}`;
      findings.equal('hash of what a payee had before', this.payees.get(payee) ?? null, data.formerHash);
      this.payees.set(payee, 'noteHash' in data ? data.noteHash : data.accountHash);
    } else if (isOf(event, 'RedemptionCodeMissed')) missed(event, then, findings);
    else this.subscribe(event, findings);
  }

  private step(
    id: string,
    [before, after]: NonNullable<(typeof STEPS)[EventType]>,
    event: RecordedEvent,
    findings: Findings,
  ): void {
    const state = this.states.get(id) ?? 'none';
    if (!before.includes(state)) findings.note('state before an event', before.join(' or '), state);
    if (after !== '') this.states.set(id, stateAfter(event, after));
  }

  private request(data: EventData<'PayoutFundingRequested'>, { payouts }: Then, findings: Findings): void {
    let total = 0n;
    for (const payoutId of data.payoutIds) {
      const payout = payouts.find(payoutId);
      if (payout === undefined) findings.note('payout of a funding', 'one that was generated', payoutId);
      else total += toMinor(payout.amount, data.currency);
      if (!this.funded.add(payoutId)) findings.note('payout of a funding', 'one that is funded once', payoutId);
    }
    findings.equal('amount of a funding', fromMinor(total, data.currency), data.amount);
  }

  private subscribe(event: RecordedEvent, findings: Findings): void {
    if (isOf(event, 'SubscriptionStarted') || isOf(event, 'PlanChanged') || isOf(event, 'SubscriptionEnded')) {
      const { data } = event.fact;
      const { plan, reference } = this.plans.get(data.tenantId) ?? { plan: 'free', reference: null };
      if ('from' in data) findings.equal('plan before a change', plan, data.from);
      if (isOf(event, 'SubscriptionEnded')) findings.equal('subscription that ends', reference, data.reference);
      else if (isOf(event, 'SubscriptionStarted')) findings.equal('plan before a subscription', 'free', plan);
      const after = 'to' in data ? data.to : 'plan' in data ? data.plan : 'free';
      this.plans.set(data.tenantId, { plan: after, reference: after === 'free' ? null : data.reference });
    } else this.reserve(event, findings);
  }

  private reserve(event: RecordedEvent, findings: Findings): void {
    if (isOf(event, 'QuotaReserved')) {
      const { tenantId, quota, items } = event.fact.data;
      for (const { id } of items) this.quotas.add(`${tenantId} ${quota} ${id}`);
    } else if (isOf(event, 'QuotaReleased')) {
      const { tenantId, quota, ids } = event.fact.data;
      const unknown = ids.find((id) => !this.quotas.has(`${tenantId} ${quota} ${id}`));
      if (unknown !== undefined) findings.note('quota that is released', 'one that was reserved', unknown);
    }
  }
}

function missed({ fact, metadata }: RecordedEvent<'RedemptionCodeMissed'>, { sites }: Then, findings: Findings): void {
  const { siteId, staffId } = fact.data;
  const isKnown = sites.mayConfirm(siteId, staffId, Date.parse(metadata.recordedAt));
  if (!isKnown) findings.note('person who enters a code', 'the owner, staff or a till of the site', staffId);
}

function checkQr(
  { rootQrId, qrId }: { readonly rootQrId: string; readonly qrId: string },
  { trees }: Then,
  findings: Findings,
): void {
  if (!trees.has(rootQrId, qrId)) findings.note('QR of the event', 'a QR of the tree', qrId, { qrId });
}

/** The object of an event: its own id comes before that of what it is about. */
function objectOf(data: unknown): string | undefined {
  return ['fundingId', 'viewId', 'endpointId', 'auditorId', 'redemptionId'].flatMap(
    (name) => textIn(data, name) ?? [],
  )[0];
}

function stateAfter(event: RecordedEvent, after: string): string {
  if (isOf(event, 'PayoutFundingRequested')) {
    return event.fact.data.approval === null ? 'collecting' : 'awaiting approval';
  }
  return isOf(event, 'PayoutFundingDisputeSettled') && event.fact.data.outcome === 'kept' ? 'collected' : after;
}

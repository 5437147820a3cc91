import { type EventType, isEventType, type RecordedEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent, UndecodableEvent } from '@perktree/contracts/events/codec';
import type { StoredEvent } from '@perktree/event-store/port';
import type { PayoutEvent } from '../explanation/payouts-of-entry.ts';
import { isOf, type TreeEvent } from '../stream-history.ts';
import { textIn } from '../text-in.ts';
import { type Finding, Findings } from './finding.ts';
import { PayoutChecker } from './payout-checker.ts';
import { PlanChecker } from './plan-checker.ts';
import { RedemptionChecker } from './redemption-checker.ts';
import { SiteRulesHistory } from './site-rules.ts';
import { StreamOrder } from './stream-order.ts';
import { TreeHistory } from './tree-history.ts';
import { WalkClock } from './walk-clock.ts';

/** The checker that replays an event type; `none` for types without effect on commissions. */
type Checker = 'site' | 'plan' | 'payout' | 'tree' | 'redemption' | 'none';

/** Every type of the catalogue, so that a new one does not compile before its place in the audit is decided. */
const CHECKER_OF: Readonly<Record<EventType, Checker>> = {
  SiteCreated: 'site',
  SiteConfigured: 'site',
  SiteBranded: 'none',
  SiteDeactivated: 'none',
  SiteActivated: 'none',
  StaffInvited: 'none',
  StaffInvitationWithdrawn: 'none',
  StaffJoined: 'none',
  StaffRemoved: 'none',
  DistributorBlocked: 'site',
  DistributorUnblocked: 'site',
  QrDesigned: 'none',
  RootQrCreated: 'tree',
  QrSplit: 'tree',
  SiblingQrCreated: 'tree',
  QrEdited: 'tree',
  QrClaimed: 'tree',
  QrClaimReleased: 'tree',
  QrReissued: 'tree',
  QrRenewalChosen: 'tree',
  QrDeactivated: 'tree',
  QrActivated: 'tree',
  QrApproved: 'tree',
  QrDeclined: 'tree',
  QrScanned: 'none',
  RedemptionCodeReserved: 'none',
  RedemptionCodeMissed: 'none',
  BenefitRedeemed: 'redemption',
  RedemptionConfirmed: 'redemption',
  RedemptionReversed: 'redemption',
  EntriesCombined: 'payout',
  PayoutGenerated: 'payout',
  PayoutPaid: 'payout',
  PayoutFailed: 'payout',
  PayoutCancelled: 'payout',
  PayoutReturned: 'payout',
  PayoutReferenceCorrected: 'payout',
  BalanceWrittenOff: 'payout',
  PayoutFundingRequested: 'none',
  PayoutFundingApproved: 'none',
  PayoutFundingCollected: 'none',
  PayoutFundingFailed: 'none',
  PayoutFundingDisputed: 'none',
  PayoutFundingDisputeSettled: 'none',
  PayoutFundingRefunded: 'none',
  DisputeOpened: 'none',
  DisputeAnswered: 'none',
  DisputeClosed: 'none',
  SubscriptionStarted: 'plan',
  PlanChanged: 'plan',
  SubscriptionEnded: 'plan',
  QuotaReserved: 'none',
  QuotaReleased: 'none',
  ViewAsStarted: 'none',
  ViewAsEnded: 'none',
  ApiKeyCreated: 'none',
  ApiKeyRevoked: 'none',
  DevicePairingClosed: 'none',
  DevicePairingOpened: 'none',
  WebhookEndpointCreated: 'none',
  WebhookEndpointChanged: 'none',
  WebhookEndpointRemoved: 'none',
  WebhookSecretRotated: 'none',
  WebhookEndpointDisabled: 'none',
  WebhookEndpointEnabled: 'none',
  WebhookReplayRequested: 'none',
  TillReferenceUsed: 'none',
  RedemptionLimitReached: 'none',
  ExpiryWarned: 'none',
};

/** The result of replaying one event. */
interface Replayed {
  /** Null: not in a shape that any version of the product has written. */
  readonly event: RecordedEvent | null;
  readonly findings: readonly Finding[];
}

/**
 * History walked event by event, in the order of the store: trees, owners, limits and payouts as they were, and every
 * commission computed again. The folds are the audit's own. What is remembered: the trees, and of each ledger entry and
 * redemption a few words.
 */
export class Replay {
  readonly clock = new WalkClock();
  private readonly redemptions = new RedemptionChecker(this.clock);
  readonly state = {
    sites: new SiteRulesHistory(),
    trees: new TreeHistory(),
    redemptions: this.redemptions,
    payouts: new PayoutChecker(this.redemptions.entries, this.clock),
    plans: new PlanChecker(),
  };
  private readonly order = new StreamOrder();

  constructor(private readonly options: { readonly checksPlans: boolean }) {}

  /** Null for an event that no commission depends on. A type that the catalogue does not have is a difference. */
  apply(stored: StoredEvent): Replayed | null {
    this.clock.pass(textIn(stored.metadata, 'recordedAt'));
    const findings = new Findings(lookedAt(stored));
    if (!isEventType(stored.type)) {
      findings.note('type of an event', 'one of the catalogue', stored.type);
      return { event: null, findings: findings.all };
    }
    if (CHECKER_OF[stored.type] === 'none') return null;
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
    if (this.options.checksPlans) plans.apply(event, findings);
    const checker = CHECKER_OF[event.fact.type];
    if (checker === 'site') sites.apply(event);
    else if (checker === 'tree') trees.apply(event as TreeEvent, findings.note);
    else if (checker === 'payout') payouts.apply(event as PayoutEvent, sites, findings);
    else if (isOf(event, 'BenefitRedeemed')) redemptions.redeem(event, this.state, findings);
    else if (isOf(event, 'RedemptionConfirmed')) redemptions.confirm(event, this.state, findings);
    else if (isOf(event, 'RedemptionReversed')) redemptions.reverse(event, findings);
    else if (checker === 'redemption') findings.note('type of an event', 'one that the audit replays', event.fact.type);
  }
}

/** What findings name of an event, whatever shape it is in. */
function lookedAt({ eventId, position, stream, data, metadata }: StoredEvent) {
  return {
    ...{ eventId, position, stream },
    recordedAt: textIn(metadata, 'recordedAt') ?? '',
    siteId: textIn(data, 'siteId'),
  };
}

import type { EventType, RecordedEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent, UndecodableEvent } from '@perktree/contracts/events/codec';
import type { StoredEvent } from '@perktree/event-store/port';
import type { PayoutEvent } from '../explanation/payouts-of-entry.ts';
import { isOf, type TreeEvent } from '../stream-history.ts';
import type { Books } from './books.ts';
import { type Finding, Findings } from './finding.ts';
import { PayoutBook } from './payout-book.ts';
import { PlanBook } from './plan-book.ts';
import { RedemptionBook } from './redemption-book.ts';
import { SiteBook } from './site-book.ts';
import { StreamOrder } from './stream-order.ts';
import { TreeBook } from './tree-book.ts';
import { WalkClock } from './walk-clock.ts';

const SITE_EVENTS: readonly string[] = [
  ...(['SiteCreated', 'SiteConfigured', 'DistributorBlocked', 'DistributorUnblocked'] satisfies EventType[]),
];
const PLAN_EVENTS: readonly string[] = [
  'SubscriptionStarted',
  'PlanChanged',
  'SubscriptionEnded',
] satisfies EventType[];
const PAYOUT_EVENTS: readonly string[] = [
  ...(['PayoutGenerated', 'PayoutPaid', 'PayoutFailed', 'PayoutCancelled'] satisfies EventType[]),
];
const TREE_EVENTS: readonly string[] = [
  ...([
    'RootQrCreated',
    'QrSplit',
    'SiblingQrCreated',
    'QrEdited',
    'QrClaimed',
    'QrClaimReleased',
  ] satisfies EventType[]),
  ...(['QrReissued', 'QrDeactivated', 'QrActivated'] satisfies EventType[]),
];
const MONEY_EVENTS: readonly string[] = [
  'BenefitRedeemed',
  'RedemptionConfirmed',
  'RedemptionReversed',
] satisfies EventType[];
const ALL = new Set([...SITE_EVENTS, ...PLAN_EVENTS, ...PAYOUT_EVENTS, ...TREE_EVENTS, ...MONEY_EVENTS]);

/** What one event came to. */
export interface Replayed {
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
  readonly books: Books;
  private readonly order = new StreamOrder();
  readonly clock = new WalkClock();

  constructor(private readonly options: { readonly checksPlans: boolean }) {
    const redemptions = new RedemptionBook(this.clock);
    this.books = {
      sites: new SiteBook(),
      trees: new TreeBook(),
      redemptions,
      payouts: new PayoutBook(redemptions.entries, this.clock),
      plans: new PlanBook(),
    };
  }

  /** Null for an event that no commission depends on. */
  apply(stored: StoredEvent): Replayed | null {
    this.clock.pass(textOf(stored.metadata, 'recordedAt'));
    if (!ALL.has(stored.type)) return null;
    const findings = new Findings(lookedAt(stored));
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
    const { sites, trees, redemptions, payouts, plans } = this.books;
    const { type } = event.fact;
    if (this.options.checksPlans) plans.apply(event, findings);
    if (SITE_EVENTS.includes(type)) sites.apply(event);
    else if (TREE_EVENTS.includes(type)) trees.apply(event as TreeEvent, findings.note);
    else if (isOf(event, 'BenefitRedeemed')) redemptions.redeem(event, this.books, findings);
    else if (isOf(event, 'RedemptionConfirmed')) redemptions.confirm(event, this.books, findings);
    else if (isOf(event, 'RedemptionReversed')) redemptions.reverse(event, findings);
    else if (PAYOUT_EVENTS.includes(type)) payouts.apply(event as PayoutEvent, sites, findings);
  }
}

/** What findings name of an event, whatever shape it is in. */
function lookedAt({ eventId, position, stream, data, metadata }: StoredEvent) {
  return {
    ...{ eventId, position, stream },
    recordedAt: textOf(metadata, 'recordedAt') ?? '',
    siteId: textOf(data, 'siteId'),
  };
}

function textOf(value: unknown, name: string): string | null {
  const field = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null;
  return typeof field === 'string' ? field : null;
}

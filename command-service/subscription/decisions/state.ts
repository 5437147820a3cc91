import type { SubscriptionEvent } from '@perktree/contracts/catalogue/events';
import { type PlanId, type Quota, quotaLimit } from '@perktree/contracts/subscription/plans';
import type { Fold } from '../../engine/fold.ts';

export interface QuotaItem {
  /** The stream of the event that uses the quota. */
  readonly stream: string;
  /** When it lapses, ISO 8601 UTC; null: when it is released. */
  readonly until: string | null;
  readonly reservedAt: string;
  /** Number of the reservation: a release names it, so that a later one of the same id stays. */
  readonly generation: number;
}

export interface PaidPeriod {
  readonly plan: PlanId;
  /** The payment provider's reference. */
  readonly reference: string;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** ISO 8601 UTC; null while the period is current. */
  readonly until: string | null;
}

export interface Subscription {
  readonly plan: PlanId;
  /** The provider's reference; null on the Free plan. */
  readonly reference: string | null;
  /** Oldest first; the last one is current unless the plan is Free. */
  readonly periods: readonly PaidPeriod[];
  /** Number of plan changes: shows whether the plan has changed since a decision. */
  readonly planChanges: number;
  readonly items: Readonly<Record<Quota, QuotaItems>>;
  /** Redemptions of the month (YYYY-MM) from before the plan limited them. */
  readonly carried: { readonly month: string; readonly redemptions: number };
  readonly generation: number;
}

/** Immutable map by id: `with` and `without` copy one bucket of 256. */
class QuotaItems {
  static readonly none = new QuotaItems([]);
  private constructor(private readonly buckets: readonly (ReadonlyMap<string, QuotaItem> | undefined)[]) {}

  get(id: string): QuotaItem | undefined {
    return this.buckets[bucketOf(id)]?.get(id);
  }

  /** Drops lapsed items of the bucket, of earlier reservations: a command looks for all of its own. */
  with(id: string, item: QuotaItem, at: string): QuotaItems {
    const before = this.buckets[bucketOf(id)] ?? new Map();
    const stays = (other: QuotaItem) => other.generation === item.generation || counts(other, at);
    return this.replacing(bucketOf(id), new Map([...before].filter(([, other]) => stays(other))).set(id, item));
  }

  without(id: string): QuotaItems {
    const rest = new Map(this.buckets[bucketOf(id)]);
    return rest.delete(id) ? this.replacing(bucketOf(id), rest) : this;
  }

  held(now: string): readonly (readonly [string, QuotaItem])[] {
    return this.buckets.flatMap((bucket) => [...(bucket ?? [])]).filter(([, item]) => counts(item, now));
  }

  private replacing(at: number, bucket: ReadonlyMap<string, QuotaItem>): QuotaItems {
    const buckets = [...this.buckets];
    buckets[at] = bucket;
    return new QuotaItems(buckets);
  }
}

/** The last two hex digits of a UUID. */
function bucketOf(id: string): number {
  return Number.parseInt(id.slice(-2), 16);
}

/** `until` is exclusive, as the expiry of a QR. */
export function counts(item: Pick<QuotaItem, 'until'>, now: string): boolean {
  return item.until === null || Date.parse(now) < Date.parse(item.until);
}

export function used(state: Subscription, quota: Quota, now: string): number {
  const carried = quota === 'redemptions' && state.carried.month === monthOf(now) ? state.carried.redemptions : 0;
  return carried + state.items[quota].held(now).length;
}

/** YYYY-MM, UTC. */
export function monthOf(now: string): string {
  return now.slice(0, 'YYYY-MM'.length);
}

const NOTHING_CARRIED = { month: '', redemptions: 0 };

export const subscriptionFold: Fold<Subscription, SubscriptionEvent> = {
  initialState: {
    plan: 'free',
    reference: null,
    periods: [],
    planChanges: 0,
    items: { sites: QuotaItems.none, activeQrs: QuotaItems.none, redemptions: QuotaItems.none },
    carried: NOTHING_CARRIED,
    generation: 0,
  },
  evolve(state, event, at) {
    switch (event.type) {
      case 'SubscriptionStarted':
        return withPlan(state, event.data.plan, event.data.reference, at);
      case 'PlanChanged':
        return carrying(withPlan(state, event.data.to, event.data.reference, at), event.data.redemptionsThisMonth, at);
      case 'SubscriptionEnded':
        return carrying(withPlan(state, 'free', null, at), event.data.redemptionsThisMonth, at);
      case 'QuotaReserved': {
        const generation = state.generation + 1;
        const items = event.data.items.reduce(
          (all, { id, stream, until }) => all.with(id, { stream, until, reservedAt: at, generation }, at),
          state.items[event.data.quota],
        );
        return { ...state, generation, items: { ...state.items, [event.data.quota]: items } };
      }
      case 'QuotaReleased': {
        const items = event.data.ids.reduce((all, id) => all.without(id), state.items[event.data.quota]);
        return { ...state, items: { ...state.items, [event.data.quota]: items } };
      }
    }
  },
};

/**
 * Whether another reference has replaced this one. While no reference is current, none is former: a subscription that was not
 * paid for a time may be paid again.
 */
export function isFormerReference({ reference, periods }: Subscription, other: string): boolean {
  return reference !== null && other !== reference && periods.some((period) => period.reference === other);
}

/** All references that the tenant has paid for, each once, newest first. */
export function referencesOf({ periods }: Subscription): readonly string[] {
  return [...new Set(periods.map(({ reference }) => reference).reverse())];
}

function withPlan(state: Subscription, plan: PlanId, reference: string | null, at: string): Subscription {
  const since = noEarlier(at, state.periods.at(-1));
  const before = state.periods.map((period) => (period.until === null ? { ...period, until: since } : period));
  const periods = reference === null ? before : [...before, { plan, reference, since, until: null }];
  return { ...state, plan, reference, periods, planChanges: state.planChanges + 1 };
}

/** Of two orders at once, the one that is stored later may have arrived earlier: its period begins when the one before it does. */
function noEarlier(at: string, last: PaidPeriod | undefined): string {
  const earliest = last?.until ?? last?.since ?? at;
  return Date.parse(at) < Date.parse(earliest) ? earliest : at;
}

/** The count includes redemptions reserved before, so their reservations are dropped. */
function carrying(state: Subscription, redemptions: number, at: string): Subscription {
  if (quotaLimit(state.plan, 'redemptions') === null) return state;
  return {
    ...state,
    carried: { month: monthOf(at), redemptions },
    items: { ...state.items, redemptions: QuotaItems.none },
  };
}

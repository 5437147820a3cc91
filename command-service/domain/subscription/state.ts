import type { SubscriptionEvent } from '@perktree/contracts/events/catalogue';
import { type PlanId, type Quota, quotaLimit } from '@perktree/contracts/plans';
import type { Decider } from '../../decider.ts';

/** A thing that counts against a quota. */
export interface QuotaItem {
  /** Where the fact stands that it is taken for. */
  readonly stream: string;
  /** From this instant on it counts no more, ISO 8601 UTC; null: until it is released. */
  readonly until: string | null;
  readonly reservedAt: string;
  /** Which reservation of the stream it is: whoever releases it means this one and no later one of the same thing. */
  readonly generation: number;
}

/** A plan that was paid for without a change. */
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
  /** The provider's reference of what is paid for; null on the Free plan. */
  readonly reference: string | null;
  /** Oldest first; the last one is current unless the plan is Free. */
  readonly periods: readonly PaidPeriod[];
  /** How often the plan has changed: tells whether a decision was made on the plan as it still is. */
  readonly planChanges: number;
  readonly items: Readonly<Record<Quota, QuotaItems>>;
  /** Redemptions of a month (YYYY-MM) that were made while the plan did not limit them. */
  readonly carried: { readonly month: string; readonly redemptions: number };
  readonly generation: number;
}

/** Things by id. Never changed: `with` and `without` make a new one that shares nearly all of the old one. */
export class QuotaItems {
  static readonly none = new QuotaItems([]);
  private constructor(private readonly buckets: readonly (ReadonlyMap<string, QuotaItem> | undefined)[]) {}

  get(id: string): QuotaItem | undefined {
    return this.buckets[bucketOf(id)]?.get(id);
  }

  /** @param at what has lapsed by then makes room */
  with(id: string, item: QuotaItem, at: string): QuotaItems {
    const before = this.buckets[bucketOf(id)] ?? new Map();
    return this.replacing(bucketOf(id), new Map([...before].filter(([, other]) => counts(other, at))).set(id, item));
  }

  without(id: string): QuotaItems {
    const rest = new Map(this.buckets[bucketOf(id)]);
    return rest.delete(id) ? this.replacing(bucketOf(id), rest) : this;
  }

  /** Those that count at an instant. */
  held(now: string): readonly (readonly [string, QuotaItem])[] {
    return this.buckets.flatMap((bucket) => [...(bucket ?? [])]).filter(([, item]) => counts(item, now));
  }

  private replacing(at: number, bucket: ReadonlyMap<string, QuotaItem>): QuotaItems {
    const buckets = [...this.buckets];
    buckets[at] = bucket;
    return new QuotaItems(buckets);
  }
}

/** By the last two hex digits of a UUID: 256 buckets. */
function bucketOf(id: string): number {
  return Number.parseInt(id.slice(-2), 16);
}

/** The clock decides at the moment of the command: at `until` a thing has lapsed, as a QR has expired. */
export function counts(item: Pick<QuotaItem, 'until'>, now: string): boolean {
  return item.until === null || Date.parse(now) < Date.parse(item.until);
}

/** How many of a quota are taken at an instant. */
export function used(state: Subscription, quota: Quota, now: string): number {
  const carried = quota === 'redemptions' && state.carried.month === monthOf(now) ? state.carried.redemptions : 0;
  return carried + state.items[quota].held(now).length;
}

/** The calendar month of an instant, UTC: YYYY-MM. */
export function monthOf(now: string): string {
  return now.slice(0, 'YYYY-MM'.length);
}

const NOTHING_CARRIED = { month: '', redemptions: 0 };

/** No stream: the Free plan, with nothing taken. */
export const subscriptionDecider: Decider<Subscription, SubscriptionEvent> = {
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

/** A reference that was paid for before. A late or repeated notice of one changes nothing. */
export function isFormerReference({ reference, periods }: Subscription, other: string): boolean {
  return other !== reference && periods.some((period) => period.reference === other);
}

function withPlan(state: Subscription, plan: PlanId, reference: string | null, at: string): Subscription {
  const before = state.periods.map((period) => (period.until === null ? { ...period, until: at } : period));
  const periods = reference === null ? before : [...before, { plan, reference, since: at, until: null }];
  return { ...state, plan, reference, periods, planChanges: state.planChanges + 1 };
}

/** Redemptions reserved before are among those counted, so they are not counted twice. */
function carrying(state: Subscription, redemptions: number, at: string): Subscription {
  if (quotaLimit(state.plan, 'redemptions') === null) return state;
  return {
    ...state,
    carried: { month: monthOf(at), redemptions },
    items: { ...state.items, redemptions: QuotaItems.none },
  };
}

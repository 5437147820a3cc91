import { streams } from '@perktree/contracts/catalogue/events';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import type { CommandContext } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { createProjectedWait } from '../http/lookups/projected.ts';
import type { PlanAtProvider } from '../payments/port.ts';
import { isFormerReference, monthOf, referencesOf, type Subscription, subscriptionFold } from './decisions/state.ts';
import { decideEndPlan, decidePaidPlan } from './decisions/subscription.ts';

/** Redemptions of a tenant in the calendar month (UTC) of `now`, including reversed ones. */
export type RedemptionsOfMonth = (tenantId: string, now: string) => Promise<number>;

/** Waits until the read model includes everything stored before the call. @throws Refused READ_MODEL_BEHIND */
export function createRedemptionsOfMonth(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): RedemptionsOfMonth {
  const projected = createProjectedWait({ ...deps, names: ['redemptions'] });
  return async (tenantId, now) => {
    await projected();
    const { rows } = await deps.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${READ_MODEL_SCHEMA}.redemptions
       WHERE tenant_id = $1 AND redeemed_at >= $2`,
      // Without an end, so that redemptions of a process whose clock is ahead count.
      [tenantId, `${monthOf(now)}-01T00:00:00Z`],
    );
    return rows[0]?.count ?? 0;
  };
}

const MAX_ATTEMPTS = 10;

interface PlanChange {
  readonly tenantId: string;
  /** The payment provider's id of the subscription. */
  readonly reference: string;
  readonly context: CommandContext;
  /** The provider's current plan of the reference. Called again if the plan has changed concurrently. */
  readonly planAtProvider: (before: Subscription) => Promise<PlanAtProvider>;
}

export type PlanChanges = ReturnType<typeof createPlanChanges>;

/** A redemption that is under way while an unlimited plan ends counts towards that plan. */
export function createPlanChanges(deps: {
  readonly handler: CommandHandler;
  readonly redemptionsOfMonth: RedemptionsOfMonth;
  /** Cancels the subscription at the payment provider. Idempotent. */
  readonly cancel: (reference: string) => Promise<void>;
}) {
  const { handler, redemptionsOfMonth, cancel } = deps;
  const current = async (tenantId: string) =>
    (await handler.load(streams.subscription(tenantId), subscriptionFold)).state;

  async function attempt({ tenantId, reference, context, planAtProvider }: PlanChange) {
    const before = await current(tenantId);
    const found = await planAtProvider(before);
    const plan = found === 'unknown' ? lastPlanOf(before, reference) : found;
    if (plan === 'unknown') return { subscription: before, position: undefined };
    // Cancel at the provider first, so that no tenant pays for two plans after a crash.
    if (plan !== null) for (const other of replacedBy(before, reference)) await cancel(other);
    const redemptionsThisMonth = before.reference === null ? 0 : await redemptionsOfMonth(tenantId, context.now);
    let hasMoved = false;
    const { state, position } = await handler.execute({
      stream: streams.subscription(tenantId),
      fold: subscriptionFold,
      decide: (subscription) => {
        hasMoved = subscription.planChanges !== before.planChanges;
        if (hasMoved) return [];
        return plan === null
          ? decideEndPlan(subscription, { tenantId, reference, redemptionsThisMonth })
          : decidePaidPlan(subscription, { tenantId, plan, reference, redemptionsThisMonth });
      },
      context,
    });
    return hasMoved ? null : { subscription: state, position };
  }

  return {
    /** Sets the plan to the provider's current one. Idempotent and independent of the order of notices. */
    async settle(change: PlanChange) {
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        const settled = await attempt(change);
        if (settled) return settled;
      }
      throw new Refused('TOO_MUCH_CONTENTION');
    },
    current,
  };
}

/**
 * The subscriptions that end because this reference is paid. A subscription that is not paid may be paid later, so each earlier
 * one ends when another begins. A former reference ends itself: the tenant has chosen another one since.
 */
function replacedBy(before: Subscription, reference: string): readonly string[] {
  if (before.reference === reference) return [];
  if (isFormerReference(before, reference)) return [reference];
  return referencesOf(before).filter((other) => other !== reference);
}

/** The price of a paid subscription is not in the settings: it continues with its last plan. `unknown`: it never had one. */
function lastPlanOf({ periods }: Subscription, reference: string): PlanId | 'unknown' {
  return periods.findLast((period) => period.reference === reference)?.plan ?? 'unknown';
}

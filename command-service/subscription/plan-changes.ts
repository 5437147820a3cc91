import type { PlanId } from '@perktree/contracts/plans';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../command-handler.ts';
import { decideEndPlan, decidePaidPlan } from '../domain/subscription/decide-plan.ts';
import { isFormerReference, type Subscription, subscriptionDecider } from '../domain/subscription/state.ts';
import type { RedemptionsOfMonth } from './redemptions-of-month.ts';

const MAX_ATTEMPTS = 10;

export interface PlanChange {
  readonly tenantId: string;
  /** What the payment provider knows the subscription by. */
  readonly reference: string;
  readonly context: CommandContext;
  /** What the reference stands for right now; null: nothing any more. Asked anew when the plan has changed meanwhile. */
  readonly standsFor: () => Promise<PlanId | null>;
}

export interface PlanChanges {
  /** Makes the plan what a provider's reference stands for. Told any number of times and in any order, the end is the same. */
  settle(change: PlanChange): Promise<{ readonly subscription: Subscription; readonly position: bigint | undefined }>;
  current(tenantId: string): Promise<Subscription>;
}

/**
 * Changes of plan. A redemption that is on its way while an unlimited plan ends is counted to that plan, under which it
 * began.
 */
export function createPlanChanges(deps: {
  readonly handler: CommandHandler;
  readonly redemptionsOfMonth: RedemptionsOfMonth;
  /** Ends what a reference stands for at the payment provider; done twice it changes nothing. */
  readonly cancel: (reference: string) => Promise<void>;
}): PlanChanges {
  const { handler, redemptionsOfMonth, cancel } = deps;
  const current = async (tenantId: string) =>
    (await handler.load(streams.subscription(tenantId), subscriptionDecider)).state;

  async function attempt({ tenantId, reference, context, standsFor }: PlanChange) {
    const before = await current(tenantId);
    const plan = await standsFor();
    // First at the provider: nobody pays for two plans, whatever happens after.
    if (plan !== null && supersedes(before, reference)) await cancel(before.reference as string);
    const redemptionsThisMonth = before.reference === null ? 0 : await redemptionsOfMonth(tenantId, context.now);
    let hasMoved = false;
    const { state, position } = await handler.execute({
      stream: streams.subscription(tenantId),
      decider: subscriptionDecider,
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
    async settle(change) {
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        const settled = await attempt(change);
        if (settled) return settled;
      }
      throw new Refused('TOO_MUCH_CONTENTION');
    },
    current,
  };
}

/** Another subscription is being paid for, and this one takes its place. */
function supersedes(before: Subscription, reference: string): boolean {
  return before.reference !== null && before.reference !== reference && !isFormerReference(before, reference);
}

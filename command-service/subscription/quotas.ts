import type { PlanId, Quota } from '@perktree/contracts/plans';
import { quotaLimit } from '@perktree/contracts/plans';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import type { EventStore } from '@perktree/event-store/port';
import { warnOfFailure } from '@perktree/platform/outages/failure-log';
import type { FastifyBaseLogger } from 'fastify';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../command-handler.ts';
import { deriveUuid } from '../derive-uuid.ts';
import {
  decideReleaseQuota,
  decideReserveQuota,
  isHeldLongEnough,
  isTaken,
  type QuotaClaim,
} from '../domain/subscription/decide-quota.ts';
import { subscriptionDecider } from '../domain/subscription/state.ts';
import { createOrphanRelease } from './orphans.ts';

export interface QuotaUse {
  readonly tenantId: string;
  readonly quota: Quota;
  /** The command that needs it: a retry of it takes nothing twice. */
  readonly context: CommandContext;
  /** As whoever asks has just loaded it: of a plan without a limit nothing else is asked. Left out: it is loaded. */
  readonly plan?: PlanId;
}

type Reservations = readonly { readonly id: string; readonly generation: number }[];

/**
 * What a plan limits by count is taken before the fact is stored, and given back where the fact is refused. So a limit
 * holds whoever races it. A crash in between leaves a reservation without a fact, never a fact without one: before
 * anybody is refused for the limit, such orphans are found and released (orphans.ts).
 */
export interface Quotas {
  /**
   * Does `work`, which stores the fact, with quota taken for it. `rehearse` decides the same without storing, so that
   * what would be refused anyway takes no quota; it is left out where none is taken. Where it says that the fact is stored
   * already, nothing is taken: since then the plan may have become smaller.
   * @throws Refused PLAN_LIMIT_REACHED, and what `work` and `rehearse` throw
   */
  taking<T>(
    use: QuotaUse & { readonly items: readonly QuotaClaim[]; readonly rehearse?: () => Promise<boolean> },
    work: () => Promise<T>,
  ): Promise<T>;
  /** Does `work`, which stores that these things count no more, and then gives their quota back. */
  returning<T>(use: QuotaUse & { readonly ids: readonly string[] }, work: () => Promise<T>): Promise<T>;
  /** The plan as it is now. */
  planOf(tenantId: string): Promise<PlanId>;
}

export function createQuotas(deps: {
  readonly handler: CommandHandler;
  readonly store: Pick<EventStore, 'readStream'>;
  readonly logger: FastifyBaseLogger;
}): Quotas {
  const { handler, logger } = deps;
  const releaseOrphans = createOrphanRelease(deps);

  const load = async (tenantId: string) =>
    (await handler.load(streams.subscription(tenantId), subscriptionDecider)).state;

  /** What was newly taken; nothing for what was held before, as somebody else's fact may stand on it. */
  async function reserve(use: QuotaUse, items: readonly QuotaClaim[]): Promise<Reservations> {
    const { tenantId, quota, context } = use;
    for (let attempt = 0; ; attempt += 1) {
      let taking: readonly QuotaClaim[] = [];
      const { events, state } = await handler.execute({
        stream: streams.subscription(tenantId),
        decider: subscriptionDecider,
        decide: (current) => {
          taking = items.filter((item) => isTaken(current, quota, item, context.now));
          return decideReserveQuota(current, { tenantId, quota, items, now: context.now });
        },
        context: partOf(context, `reserve ${quota}`, attempt),
      });
      if (events.length === 0) return [];
      // Reserved by an earlier attempt of this very command, and given back since, or for a time that began earlier.
      if (!items.every((item) => isHeldLongEnough(state, quota, item))) continue;
      return taking.map(({ id }) => ({ id, generation: state.items[quota].get(id)?.generation ?? 0 }));
    }
  }

  async function reserveOrHeal(use: QuotaUse, items: readonly QuotaClaim[]): Promise<Reservations> {
    try {
      return await reserve(use, items);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'PLAN_LIMIT_REACHED') throw error;
      if (!(await releaseOrphans(use))) throw error;
      return reserve(use, items);
    }
  }

  /** Never fails the command, which is decided: what stays behind is found as an orphan. */
  async function release(use: QuotaUse, reservations: Reservations): Promise<void> {
    const { tenantId, quota, context } = use;
    if (reservations.length === 0) return;
    try {
      await handler.execute({
        stream: streams.subscription(tenantId),
        decider: subscriptionDecider,
        decide: (state) => decideReleaseQuota(state, { tenantId, quota, reservations }),
        context: partOf(context, `release ${quota}`, Math.max(...reservations.map(({ generation }) => generation))),
      });
    } catch (err) {
      warnOfFailure(logger, err, 'quota was not given back yet', { tenantId, quota });
    }
  }

  return {
    async taking({ items, rehearse, ...use }, work) {
      if (use.quota === 'redemptions') {
        const plan = use.plan ?? (await load(use.tenantId)).plan;
        if (quotaLimit(plan, use.quota) === null) return work();
      }
      if (await rehearse?.()) return work();
      const taken = await reserveOrHeal(use, items);
      try {
        return await work();
      } catch (error) {
        // Only a refusal says that nothing was stored. Of any other error the outcome is not known.
        if (error instanceof Refused) await release(use, taken);
        throw error;
      }
    },
    async returning({ ids, ...use }, work) {
      const { items } = await load(use.tenantId);
      const result = await work();
      await release(
        use,
        ids.flatMap((id) => {
          const item = items[use.quota].get(id);
          return item ? [{ id, generation: item.generation }] : [];
        }),
      );
      return result;
    },
    planOf: async (tenantId) => (await load(tenantId)).plan,
  };
}

/** A step of a command on another stream, with an id of its own. */
function partOf(context: CommandContext, step: string, n: number): CommandContext {
  return { ...context, commandId: deriveUuid(context.commandId, step, n), causationId: context.commandId };
}

import { type AnyEvent, streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { type PlanId, type Quota, quotaLimit } from '@perktree/contracts/subscription/plans';
import type { EventStore } from '@perktree/event-store/port';
import { warnOfFailure } from '@perktree/platform/outages';
import type { FastifyBaseLogger } from 'fastify';
import { type CommandContext, deriveUuid, type Executed, type Execution } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { ReadsChanged } from '../engine/reads.ts';
import { subscriptionFold } from './decisions/state.ts';
import {
  decideReleaseQuota,
  decideReserveQuota,
  isHeldLongEnough,
  needsQuota,
  type QuotaClaim,
} from './decisions/subscription.ts';
import { createOrphanRelease } from './orphans.ts';

interface QuotaUse {
  readonly tenantId: string;
  readonly quota: Quota;
  /** The command that needs the quota. A repeated command reserves nothing twice. */
  readonly context: CommandContext;
  /** Of the run that the command belongs to, if it has one. */
  readonly handler?: CommandHandler;
  /** The plan, if the caller has just loaded it. */
  readonly plan?: PlanId;
}

type Reservations = readonly { readonly id: string; readonly generation: number }[];

export type Quotas = ReturnType<typeof createQuotas>;

/**
 * Quota is reserved before the event that uses it is stored, and released if the command is refused. So limits hold under
 * concurrency. A crash in between leaves a reservation without its event, never an event without its reservation. Such
 * orphans are released before a command is refused for the limit (orphans.ts).
 */
export function createQuotas(deps: {
  readonly handler: CommandHandler;
  readonly store: Pick<EventStore, 'readStream'>;
  readonly logger: FastifyBaseLogger;
}) {
  const { handler, logger } = deps;
  const releaseOrphans = createOrphanRelease(deps);

  const load = async (tenantId: string, within = handler) =>
    (await within.load(streams.subscription(tenantId), subscriptionFold)).state;

  /** @returns the new reservations only: those held before may belong to another command's event */
  async function reserve(use: QuotaUse, items: readonly QuotaClaim[]): Promise<Reservations> {
    const { tenantId, quota, context, handler: within = handler } = use;
    for (let attempt = 0; ; attempt += 1) {
      let additional: readonly QuotaClaim[] = [];
      const { events, state } = await within.execute({
        stream: streams.subscription(tenantId),
        fold: subscriptionFold,
        decide: (current) => {
          additional = items.filter((item) => needsQuota(current, quota, item, context.now));
          return decideReserveQuota(current, { tenantId, quota, items, now: context.now });
        },
        context: partOf(context, `reserve ${quota}`, attempt),
      });
      if (events.length === 0) return [];
      // An earlier attempt of this command reserved the quota and released it, or reserved it for an earlier `until`.
      if (!items.every((item) => isHeldLongEnough(state, quota, item))) continue;
      return additional.map(({ id }) => ({ id, generation: state.items[quota].get(id)?.generation ?? 0 }));
    }
  }

  /** Runs what may be refused for the limit again, once orphans have been released. */
  async function withoutOrphans<T>(use: QuotaUse, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'PLAN_LIMIT_REACHED') throw error;
      if (!(await releaseOrphans(use))) throw error;
      return work();
    }
  }

  /** Never throws, because the command is decided: a reservation left behind is an orphan. */
  async function release(use: QuotaUse, reservations: Reservations): Promise<void> {
    const { tenantId, quota, context } = use;
    if (reservations.length === 0) return;
    try {
      await handler.execute({
        stream: streams.subscription(tenantId),
        fold: subscriptionFold,
        decide: (state) => decideReleaseQuota(state, { tenantId, quota, reservations }),
        context: partOf(context, `release ${quota}`, Math.max(...reservations.map(({ generation }) => generation))),
      });
    } catch (err) {
      warnOfFailure(logger, err, 'cannot release quota yet', { tenantId, quota });
    }
  }

  return {
    /**
     * Reserves quota, then runs `work`, which stores the event that uses it. `dryRun` decides the same command beforehand, so
     * that a refused command reserves nothing. If it returns true, the event is stored already and nothing is reserved,
     * because the plan may have been downgraded since.
     * @throws Refused PLAN_LIMIT_REACHED, and what `work` and `dryRun` throw
     */
    async reserveFor<T>(
      { items, dryRun, ...use }: QuotaUse & { items: readonly QuotaClaim[]; dryRun?: () => Promise<boolean> },
      work: () => Promise<T>,
    ): Promise<T> {
      if (use.quota === 'redemptions') {
        const plan = use.plan ?? (await load(use.tenantId, use.handler)).plan;
        if (quotaLimit(plan, use.quota) === null) return work();
      }
      if (await dryRun?.()) return work();
      const taken = await withoutOrphans(use, () => reserve(use, items));
      try {
        return await work();
      } catch (error) {
        // Only then is it certain that nothing was stored.
        if (error instanceof Refused || error instanceof ReadsChanged) await release(use, taken);
        throw error;
      }
    },
    /** Reserves nothing. @throws Refused PLAN_LIMIT_REACHED if `reserveFor` would be refused for the limit now */
    async assertRoom({ items, ...use }: QuotaUse & { items: readonly QuotaClaim[] }): Promise<void> {
      const { tenantId, quota, context } = use;
      // What the run has read would still have the orphans.
      let within = use.handler;
      await withoutOrphans(use, async () => {
        const state = await load(tenantId, within);
        within = undefined;
        decideReserveQuota(state, { tenantId, quota, items, now: context.now });
      });
    },
    async reservationsOf(tenantId: string, quota: Quota, ids: readonly string[]): Promise<Reservations> {
      const items = (await load(tenantId)).items[quota];
      return ids.flatMap((id) => {
        const item = items.get(id);
        return item ? [{ id, generation: item.generation }] : [];
      });
    },
    release,
    /** @param within of the run that decides on the plan */
    planOf: async (tenantId: string, within?: CommandHandler): Promise<PlanId> => (await load(tenantId, within)).plan,
  };
}

/** The context of a command on another stream that is part of this command. */
function partOf(context: CommandContext, step: string, n: number): CommandContext {
  return { ...context, commandId: deriveUuid(context.commandId, step, n), causationId: context.commandId };
}

export interface QuotaNeeded extends Omit<QuotaUse, 'context'> {
  /** Empty: the command needs no quota. */
  readonly items: readonly QuotaClaim[];
}

/**
 * Executes a command that needs quota. A dry run comes first, so that the refusals of the command precede those of the plan
 * and reserve nothing.
 * @throws Refused PLAN_LIMIT_REACHED, and what `handler.execute` throws
 */
export function executeWithQuota<State, Event extends AnyEvent>(
  { handler, quotas }: { readonly handler: CommandHandler; readonly quotas: Quotas },
  needed: QuotaNeeded,
  execution: Execution<State, Event>,
): Promise<Executed<State, Event>> {
  const execute = () => handler.execute(execution);
  if (needed.items.length === 0) return execute();
  const { context } = execution;
  return quotas.reserveFor({ ...needed, context, dryRun: () => handler.dryRun(execution) }, execute);
}

interface QuotaEnded<Event> {
  readonly tenantId: string;
  readonly quota: Quota;
  readonly ids: readonly string[];
  /** Whether an event ends the use of an id. Left out: each event ends that of all. */
  readonly isEndedBy?: (id: string, event: Event) => boolean;
}

/**
 * Executes a command that ends the use of quota, then releases the quota. What its own events do not end stays reserved,
 * because another command may have reserved it for the next use.
 * @throws Refused as `handler.execute` does
 */
export async function executeReleasing<State, Event extends AnyEvent>(
  { handler, quotas }: { readonly handler: CommandHandler; readonly quotas: Quotas },
  { tenantId, quota, ids, isEndedBy = () => true }: QuotaEnded<Event>,
  execution: Execution<State, Event>,
): Promise<Executed<State, Event>> {
  const reservations = await quotas.reservationsOf(tenantId, quota, ids);
  let stored: readonly Event[] = [];
  const executed = await handler.execute({
    ...execution,
    // Not called for a repeated command.
    decide(state, revision) {
      stored = execution.decide(state, revision);
      return stored;
    },
  });
  const ended = reservations.filter(({ id }) => stored.some((event) => isEndedBy(id, event)));
  await quotas.release({ tenantId, quota, context: execution.context }, ended);
  return executed;
}

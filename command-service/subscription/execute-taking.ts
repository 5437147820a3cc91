import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import type { CommandHandler } from '../command-handler.ts';
import type { QuotaClaim } from '../domain/subscription/decide-quota.ts';
import type { Executed, Execution } from '../execution.ts';
import type { Quotas, QuotaUse } from './quotas.ts';

export interface QuotaNeeded extends Omit<QuotaUse, 'context'> {
  /** None: the command needs no quota. */
  readonly items: readonly QuotaClaim[];
}

/**
 * Executes a command with the quota that its facts need. It is rehearsed first: what it refuses by its own rules is said
 * before the plan's limit is, and leaves no trace on the plan.
 * @throws Refused PLAN_LIMIT_REACHED, and what `handler.execute` throws
 */
export function executeTaking<State, Event extends AnyEvent>(
  { handler, quotas }: { readonly handler: CommandHandler; readonly quotas: Quotas },
  needed: QuotaNeeded,
  execution: Execution<State, Event>,
): Promise<Executed<State, Event>> {
  const execute = () => handler.execute(execution);
  if (needed.items.length === 0) return execute();
  const { context } = execution;
  return quotas.taking({ ...needed, context, rehearse: () => handler.rehearse(execution) }, execute);
}

import { Refused } from '@perktree/contracts/kernel/refusals';
import { systemTimers } from '@perktree/platform/time/timers';
import type { CommandHandler } from '../../engine/command-handler.ts';
import { ReadsChanged } from '../../engine/reads.ts';

/** The outcome of a command for metrics and traces. Names and ids only. */
export interface CommandDone {
  readonly commandName: string;
  /** `accepted`, the code of a refusal, or the name of an error. */
  readonly outcome: string;
  readonly milliseconds: number;
  readonly correlationId: string;
  readonly causationId: string;
  readonly position: bigint | undefined;
}

export type OnCommand = (done: CommandDone) => void;

/**
 * Reports every command of the system (jobs and payment notices). Commands of requests are reported by their answer
 * (install.ts), because one of them may execute on several streams.
 */
export function measuredHandler(handler: CommandHandler, onCommand: OnCommand): CommandHandler {
  return {
    ...handler,
    run: (work) => handler.run((within) => work(measuredHandler(within, onCommand))),
    async execute(execution) {
      if (execution.context.actor.role !== 'system') return handler.execute(execution);
      const start = systemTimers.monotonic();
      const { commandName, correlationId, causationId } = execution.context;
      const report = (outcome: string, position?: bigint) =>
        onCommand({
          commandName,
          outcome,
          correlationId,
          causationId,
          position,
          milliseconds: systemTimers.monotonic() - start,
        });
      try {
        const executed = await handler.execute(execution);
        report('accepted', executed.position);
        return executed;
      } catch (error) {
        // It runs again.
        if (!(error instanceof ReadsChanged)) report(outcomeOf(error));
        throw error;
      }
    },
  };
}

export function outcomeOf(error: unknown): string {
  if (error instanceof Refused) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

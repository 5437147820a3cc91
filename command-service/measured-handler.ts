import { Refused } from '@perktree/contracts/refusals';
import type { CommandHandler } from './command-handler.ts';

/** What came of a command, for metrics and traces. Holds names and ids, and nothing of what the command was about. */
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
 * The same handler, which reports every command that a job or a notice causes. Commands of requests are reported once, by
 * their answer (outcomes/install.ts): one of them may execute on several streams.
 */
export function measuredHandler(handler: CommandHandler, onCommand: OnCommand): CommandHandler {
  return {
    ...handler,
    async execute(execution) {
      if (execution.context.actor.role !== 'system') return handler.execute(execution);
      const start = performance.now();
      const { commandName, correlationId, causationId } = execution.context;
      const tell = (outcome: string, position?: bigint) =>
        onCommand({
          ...{ commandName, outcome, correlationId, causationId, position },
          milliseconds: performance.now() - start,
        });
      try {
        const executed = await handler.execute(execution);
        tell('accepted', executed.position);
        return executed;
      } catch (error) {
        tell(outcomeOf(error));
        throw error;
      }
    },
  };
}

export function outcomeOf(error: unknown): string {
  if (error instanceof Refused) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

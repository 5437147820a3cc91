import type { PayoutEvent } from '@perktree/contracts/events/catalogue';
import { type PayoutsState, payoutsDecider } from '../../domain/payout/state.ts';
import type { CommandContext } from '../../engine/command.ts';
import type { CommandHandler } from '../../engine/command-handler.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';

/**
 * Appends the steps of one settlement one by one: entries are combined until one event can list them all. A step's command
 * id derives from the settlement's, so a repeated command resumes after the last stored step. Combining entries changes no
 * balance, so the next settlement can use a sum that a crash left behind.
 * @returns the state after the last step, and the position of the last stored one
 */
export async function settleInSteps(options: {
  readonly handler: Pick<CommandHandler, 'execute'>;
  readonly stream: string;
  readonly context: CommandContext;
  readonly firstCommandId: string;
  readonly decide: (state: PayoutsState, combinedId: string) => readonly PayoutEvent[];
}): Promise<{ readonly state: PayoutsState; readonly position: bigint | undefined }> {
  const { handler, stream, context, firstCommandId, decide } = options;
  let last: bigint | undefined;
  for (let step = 0; ; step += 1) {
    const combinedId = deriveUuid('combined entries', firstCommandId, step);
    const { state, events, position } = await handler.execute({
      ...{ stream, decider: payoutsDecider },
      decide: (payouts) => decide(payouts, combinedId),
      context: {
        ...{ ...context, causationId: context.commandId },
        commandId: step === 0 ? firstCommandId : deriveUuid('step', firstCommandId, step),
      },
    });
    last = position ?? last;
    if (events.at(-1)?.type !== 'EntriesCombined') return { state, position: last };
  }
}

import type { PayoutEvent } from '@perktree/contracts/catalogue/events';
import { NO_NOTE, type NoteInEvent } from '@perktree/contracts/kernel/note';
import { type CommandContext, deriveUuid, type Executed, type Execution } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { type PayoutsState, payoutsFold } from './decisions/state.ts';

type Noted = NoteInEvent | typeof NO_NOTE;

/** A step whose event can refer to a note. */
export type NotedStep = Omit<Execution<PayoutsState, PayoutEvent>, 'decide'> & {
  readonly decide: (state: PayoutsState, note: Noted) => readonly PayoutEvent[];
};

/**
 * Appends the steps of one settlement one by one: entries are combined until one event can list them all. A step's command
 * id derives from the settlement's, so a repeated command resumes after the last stored step. Combining entries changes no
 * balance, so the next settlement can use a sum that a crash left behind.
 * @returns the state after the last step, and the position of the last stored one
 */
export async function settleInSteps(options: {
  readonly execute: (step: NotedStep) => Promise<Executed<PayoutsState, PayoutEvent>>;
  readonly stream: string;
  readonly context: CommandContext;
  readonly firstCommandId: string;
  readonly decide: (state: PayoutsState, combinedId: string, note: Noted) => readonly PayoutEvent[];
}): Promise<{ readonly state: PayoutsState; readonly position: bigint | undefined }> {
  const { execute, stream, context, firstCommandId, decide } = options;
  let last: bigint | undefined;
  for (let step = 0; ; step += 1) {
    const combinedId = deriveUuid('combined entries', firstCommandId, step);
    const { state, events, position } = await execute({
      stream,
      fold: payoutsFold,
      decide: (payouts, note) => decide(payouts, combinedId, note),
      context: {
        ...context,
        causationId: context.commandId,
        commandId: step === 0 ? firstCommandId : deriveUuid('step', firstCommandId, step),
      },
    });
    last = position ?? last;
    if (events.at(-1)?.type !== 'EntriesCombined') return { state, position: last };
  }
}

/** Executes steps that have no note. */
export const withoutNotes =
  (handler: Pick<CommandHandler, 'execute'>) =>
  ({ decide, ...step }: NotedStep): Promise<Executed<PayoutsState, PayoutEvent>> =>
    handler.execute({ ...step, decide: (payouts) => decide(payouts, NO_NOTE) });

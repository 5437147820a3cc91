import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import type { NoteTexts } from '@perktree/platform/accounts';
import type { Executed, Execution } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';

/** Free text of a command. The event contains only its id, because texts may be personal. */
interface CommandNote {
  readonly noteId: string;
  readonly authorId: string;
  /** People that the text may be about: it is deleted when the first of them is erased. */
  readonly about: readonly string[];
  readonly text: string;
}

/**
 * Executes a command whose event refers to a note. The text is stored before the event, so that no event lacks its text, and
 * after a dry run, so that a refused command stores none. It is deleted if the command appends nothing. A repeated command does
 * not store it again, because a person it is about may have been erased since.
 * @param note null: the command has none
 * @throws Refused as the handler does
 */
export async function executeWithNote<State, Event extends AnyEvent>(
  {
    handler,
    notes,
  }: {
    readonly handler: Pick<CommandHandler, 'dryRun' | 'execute'>;
    readonly notes: Pick<NoteTexts, 'rememberNote' | 'forgetNote'>;
  },
  execution: Execution<State, Event>,
  note: CommandNote | null,
): Promise<Executed<State, Event>> {
  if (note === null || (await handler.dryRun(execution))) return handler.execute(execution);
  await notes.rememberNote(note);
  try {
    const executed = await handler.execute(execution);
    if (executed.events.length === 0) await notes.forgetNote(note.noteId);
    return executed;
  } catch (error) {
    if (error instanceof Refused) await notes.forgetNote(note.noteId);
    throw error;
  }
}

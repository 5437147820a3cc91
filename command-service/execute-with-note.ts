import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import type { NoteTexts } from '@perktree/platform/accounts';
import type { CommandHandler } from './command-handler.ts';
import type { Executed, Execution } from './execution.ts';

/** Free text of a command. Its event holds the id alone (domain.md 2). */
export interface CommandNote {
  readonly noteId: string;
  readonly authorId: string;
  /** Ids of everyone the text may be about: it is deleted with the first of them who is erased. */
  readonly about: readonly string[];
  readonly text: string;
}

/**
 * Executes a command whose event refers to a note. The text is stored before the event, so that no event lacks its text,
 * and only after a dry run, so that a refused command stores none. A repeated command does not store its text again: a
 * person it is about may have been erased since.
 * @throws Refused as the handler does
 */
export async function executeWithNote<State, Event extends AnyEvent>(
  {
    handler,
    notes,
  }: { readonly handler: CommandHandler; readonly notes: Pick<NoteTexts, 'rememberNote' | 'forgetNote'> },
  execution: Execution<State, Event>,
  note: CommandNote,
): Promise<Executed<State, Event>> {
  const hasAppended = await handler.rehearse(execution);
  if (!hasAppended) await notes.rememberNote(note);
  try {
    return await handler.execute(execution);
  } catch (error) {
    if (error instanceof Refused) await notes.forgetNote(note.noteId);
    throw error;
  }
}

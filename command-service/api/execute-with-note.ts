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

type Notes = Pick<NoteTexts, 'rememberNote' | 'forgetNote'>;

/**
 * Executes a command whose event refers to a note, as `withNote` does.
 * @throws Refused as the handler does
 */
export function executeWithNote<State, Event extends AnyEvent>(
  { handler, notes }: { readonly handler: CommandHandler; readonly notes: Notes },
  execution: Execution<State, Event>,
  note: CommandNote,
): Promise<Executed<State, Event>> {
  return withNote(notes, note, {
    dryRun: () => handler.dryRun(execution),
    execute: () => handler.execute(execution),
  });
}

/**
 * Stores the text of a note before the event that refers to it, so that no event lacks its text, and after a dry run, so that
 * a refused command stores none. A repeated command does not store it again, because a person it is about may have been
 * erased since.
 * @param command `dryRun`: as in `CommandHandler`; of the first step, if `execute` has several
 * @throws Refused as `dryRun` and `execute` do
 */
export async function withNote<Result>(
  notes: Notes,
  note: CommandNote,
  command: { readonly dryRun: () => Promise<boolean>; readonly execute: () => Promise<Result> },
): Promise<Result> {
  const hasAppended = await command.dryRun();
  if (!hasAppended) await notes.rememberNote(note);
  try {
    return await command.execute();
  } catch (error) {
    // The text of an event that is stored already stays.
    if (!hasAppended && error instanceof Refused) await notes.forgetNote(note.noteId);
    throw error;
  }
}

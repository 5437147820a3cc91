import type { NoteTexts } from '@perktree/contracts/account/account-store';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { NO_NOTE, type NoteInEvent } from '@perktree/contracts/kernel/note';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { newSalt, saltedHash } from '@perktree/platform/salted-hash';
import type { Executed, Execution } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';

/** Free text of a command. The event contains only its id and salted hash, because texts may be personal. */
interface CommandNote {
  readonly noteId: string;
  readonly authorId: string;
  /** People that the text may be about: it is deleted when the first of them is erased. */
  readonly about: readonly string[];
  readonly text: string;
  /** Evidence of a payment is kept until then, also if one of them is erased; ISO 8601 UTC. */
  readonly keptUntil?: string;
}

/** What an event holds of the note of its command. */
type InEvent<Note extends CommandNote | null> = Note extends null ? typeof NO_NOTE : NoteInEvent;

/**
 * Executes a command whose event refers to a note. The text is stored before the event, so that no event lacks its text, and
 * after a dry run, so that a refused command stores none. It is deleted if the command appends nothing. A repeated command does
 * not store it again, because a person it is about may have been erased since. The salt is drawn here, so that decisions stay pure.
 * @param note null: the command has none
 * @throws Refused as the handler does
 */
export async function executeWithNote<State, Event extends AnyEvent, Note extends CommandNote | null>(
  {
    handler,
    notes,
  }: {
    readonly handler: Pick<CommandHandler, 'dryRun' | 'execute'>;
    readonly notes: Pick<NoteTexts, 'rememberNote' | 'forgetNote'>;
  },
  {
    decide,
    ...execution
  }: Omit<Execution<State, Event>, 'decide'> & {
    readonly decide: (state: State, note: InEvent<Note>) => readonly Event[];
  },
  note: Note,
): Promise<Executed<State, Event>> {
  const noting = (inEvent: NoteInEvent | typeof NO_NOTE): Execution<State, Event> => ({
    ...execution,
    decide: (state) => decide(state, inEvent as InEvent<Note>),
  });
  if (note === null) return handler.execute(noting(NO_NOTE));
  const { noteId, text } = note;
  const salted = (salt: string | null) => noting({ noteId, noteHash: salt && saltedHash(salt, text) });
  const drawn = newSalt();
  if (await handler.dryRun(salted(drawn))) return handler.execute(salted(drawn));
  const salt = await notes.rememberNote({ ...note, salt: drawn });
  try {
    const executed = await handler.execute(salted(salt));
    if (executed.events.length === 0) await notes.forgetNote(noteId);
    return executed;
  } catch (error) {
    if (error instanceof Refused) await notes.forgetNote(noteId);
    throw error;
  }
}

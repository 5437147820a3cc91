import { z } from 'zod';

/** A salted SHA-256 in hex of a text outside the events (docs/decisions/0072-what-events-prove.md). */
export const textHashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Fields of an event that refers to a text in the account store. */
export const note = {
  /** Id of the text: free text may concern people, and is erased with them. */
  noteId: z.uuid(),
  /** Salted hash of the text; null: recorded before hashes. */
  noteHash: textHashSchema.nullable(),
};

/** As an event holds it. */
export type NoteInEvent = { readonly noteId: string; readonly noteHash: string | null };
export const NO_NOTE = { noteId: null, noteHash: null } as const;

/** The same where the text may be left out: both are null then. */
export const optionalNote = { noteId: note.noteId.nullable(), noteHash: note.noteHash };

import type { NoteTexts } from '@perktree/platform/accounts';

/** Notes of one test, in memory. */
export function memoryNotes(): NoteTexts {
  const texts = new Map<string, string>();
  return {
    rememberNote: async ({ noteId, text }) => void (texts.has(noteId) || texts.set(noteId, text)),
    forgetNote: async (noteId) => void texts.delete(noteId),
    noteTexts: async (noteIds) =>
      new Map(noteIds.flatMap((noteId) => (texts.has(noteId) ? [[noteId, texts.get(noteId) as string]] : []))),
  };
}

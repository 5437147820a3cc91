import type { NoteTexts, SaltedText } from '@perktree/contracts/account/account-store';

/** Notes of one test, in memory. */
export function memoryNotes(): NoteTexts {
  const kept = new Map<string, SaltedText & { readonly salt: string }>();
  return {
    async rememberNote({ noteId, text, salt }) {
      const there = kept.get(noteId) ?? { text, salt, erasedPeople: [] };
      kept.set(noteId, there);
      return there.salt;
    },
    keepNotes: async () => {},
    keptAfterErasure: async () => null,
    forgetNote: async (noteId) => void kept.delete(noteId),
    noteTexts: async (noteIds) =>
      new Map(
        noteIds.flatMap((noteId) => {
          const found = kept.get(noteId);
          return found?.text ? [[noteId, found.text]] : [];
        }),
      ),
    async saltedTexts(noteIds) {
      return new Map(
        noteIds.flatMap((noteId) => {
          const found = kept.get(noteId);
          return found ? [[noteId, found]] : [];
        }),
      );
    },
  };
}

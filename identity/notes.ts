import type { NoteTexts } from '@perktree/platform/accounts';
import type { Pool } from 'pg';

/** Texts that go with the people they may be about (erasure.ts). */
export function createNotes(pool: Pool): NoteTexts {
  return {
    async rememberNote({ noteId, authorId, about, text }) {
      await pool.query(
        `INSERT INTO identity.notes (note_id, author_id, about, text) VALUES ($1, $2, $3, $4)
         ON CONFLICT (note_id) DO NOTHING`,
        [noteId, authorId, [...new Set([authorId, ...about])], text],
      );
    },
    async forgetNote(noteId) {
      await pool.query('DELETE FROM identity.notes WHERE note_id = $1', [noteId]);
    },
    async noteTexts(noteIds) {
      if (noteIds.length === 0) return new Map();
      const { rows } = await pool.query<{ note_id: string; text: string }>(
        'SELECT note_id, text FROM identity.notes WHERE note_id = ANY($1::uuid[])',
        [noteIds],
      );
      return new Map(rows.map(({ note_id, text }) => [note_id, text]));
    },
  };
}

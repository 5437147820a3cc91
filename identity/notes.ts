import type { NoteTexts, SaltedText } from '@perktree/platform/accounts';
import type { Pool } from 'pg';

/** Texts that go with the people they may be about (erasure.ts). */
export function createNotes(pool: Pool): NoteTexts {
  return {
    async rememberNote({ noteId, authorId, about, text, salt }) {
      // A text that an earlier version stored has no salt yet.
      const { rows } = await pool.query<{ salt: string }>(
        `INSERT INTO identity.notes AS kept (note_id, author_id, about, text, salt) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (note_id) DO UPDATE SET salt = coalesce(kept.salt, excluded.salt)
         RETURNING salt`,
        [noteId, authorId, [...new Set([authorId, ...about])], text, salt],
      );
      return rows[0]?.salt ?? salt;
    },
    async forgetNote(noteId) {
      await pool.query('DELETE FROM identity.notes WHERE note_id = $1', [noteId]);
    },
    async noteTexts(noteIds) {
      if (noteIds.length === 0) return new Map();
      const { rows } = await pool.query<{ note_id: string; text: string }>(
        'SELECT note_id, text FROM identity.notes WHERE note_id = ANY($1::uuid[]) AND text IS NOT NULL',
        [noteIds],
      );
      return new Map(rows.map(({ note_id, text }) => [note_id, text]));
    },
    async saltedTexts(noteIds) {
      if (noteIds.length === 0) return new Map();
      const { rows } = await pool.query<SaltedText & { note_id: string }>(
        `SELECT note_id, text, salt,
                ARRAY (SELECT person FROM unnest(about) AS person
                       WHERE text IS NULL AND person IN (SELECT user_id::text FROM identity.erased_accounts)
                         AND person NOT IN (SELECT id::text FROM identity.users)) AS "erasedPeople"
         FROM identity.notes WHERE note_id = ANY($1::uuid[])`,
        [noteIds],
      );
      return new Map(rows.map(({ note_id, ...salted }) => [note_id, salted]));
    },
  };
}

import type { NoteTexts, SaltedText } from '@perktree/contracts/account/account-store';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';

/** Texts that go with the people they may be about (erasure.ts). */
export function createNotes(pool: Pool, clock: () => Date = () => new Date(systemTimers.now())): NoteTexts {
  return {
    async rememberNote({ noteId, authorId, about, text, salt, keptUntil = null }) {
      // A text that an earlier version stored has no salt yet.
      const people = [...new Set([authorId, ...about])];
      const note = { note_id: noteId, author_id: authorId, about: people, text, salt, kept_until: keptUntil };
      const kept = sql('identity.notes').insert(note).onConflict('note_id');
      const { rows } = await run<{ salt: string }>(
        pool,
        kept.merge({ salt: sql.raw('coalesce(notes.salt, excluded.salt)') }).returning('salt'),
      );
      return rows[0]?.salt ?? salt;
    },
    async forgetNote(noteId) {
      await run(pool, sql('identity.notes').where({ note_id: noteId }).delete());
    },
    async keepNotes(noteIds, until) {
      await run(
        pool,
        'UPDATE identity.notes SET kept_until = greatest(kept_until, :until::timestamptz) WHERE note_id = ANY (:noteIds::uuid[])',
        { noteIds, until },
      );
    },
    async keptAfterErasure(userId) {
      const { rows } = await run<{ until: Date | null }>(
        pool,
        `SELECT max(kept_until) AS until FROM identity.notes
         WHERE about @> ARRAY[:userId] AND text IS NOT NULL AND kept_until > :now`,
        { userId, now: clock() },
      );
      return rows[0]?.until?.toISOString() ?? null;
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

/** Erases the texts about a person, but for evidence of payments that is kept longer. */
export async function eraseNotesAbout(db: Queryable, userId: string, now: Date): Promise<void> {
  await run(
    db,
    `UPDATE identity.notes SET text = NULL, salt = NULL
     WHERE about @> ARRAY[:userId] AND (kept_until IS NULL OR kept_until <= :now)`,
    { userId, now },
  );
}

/** Erases evidence of payments whose time is over and that is about an erased person. */
export async function eraseKeptNotes(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `UPDATE identity.notes SET text = NULL, salt = NULL
     WHERE kept_until <= $1 AND text IS NOT NULL
       AND EXISTS (SELECT FROM unnest(about) AS person
                   WHERE person IN (SELECT user_id::text FROM identity.erased_accounts)
                     AND person NOT IN (SELECT id::text FROM identity.users))`,
    [now],
  );
}

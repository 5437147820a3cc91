import type { DigestReader, DigestWeek, WeeklyDigests } from '@perktree/platform/digest';
import type { Pool } from 'pg';

/** The same week and person are the same mail. */
const idOf = (week: DigestWeek, userId: string) => `weekly-digest-${week.from}-${userId}`;

export function createWeeklyDigests(pool: Pool, clock: () => Date): WeeklyDigests {
  return {
    async readersOf({ week, askedBy, limit, after }) {
      const { rows } = await pool.query<DigestReader>(
        // Mails begin with the checkpoint. Before a restore made a new one, earlier digests may have been sent.
        `SELECT u.id AS "userId", t.id AS "tenantId", EXISTS (
           SELECT 1 FROM identity.account_roles r WHERE r.user_id = u.id AND r.role = 'distributor') AS "isDistributor"
         FROM identity.users u LEFT JOIN identity.tenants t ON t.owner_id = u.id
         WHERE u.weekly_digest_since <= $1 AND u.email_verified
           AND EXISTS (SELECT 1 FROM identity.mail_checkpoint c WHERE c.since <= $1)
           AND ($4::uuid IS NULL OR u.id > $4) AND NOT EXISTS (SELECT 1 FROM identity.mails m WHERE m.id = $2 || u.id::text)
         ORDER BY u.id LIMIT $3`,
        [askedBy, idOf(week, ''), limit, after],
      );
      return rows;
    },
    async queue({ userId }, week, figures) {
      const now = clock();
      // A row that is not sent says that this person's week is done.
      await pool.query(
        `INSERT INTO identity.mails (id, kind, user_id, figures, state, due_at, created_at)
         SELECT $1, 'weekly_digest', u.id, $3, CASE WHEN $3::jsonb IS NULL THEN 'dropped' ELSE 'queued' END, $4, $4
         FROM identity.users u WHERE u.id = $2 ON CONFLICT (id) DO NOTHING`,
        [idOf(week, userId), userId, figures === null ? null : JSON.stringify(figures), now],
      );
    },
  };
}

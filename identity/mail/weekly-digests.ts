import type { DigestReader, DigestWeek, WeeklyDigests } from '@perktree/contracts/dashboard/weekly-digest';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

/** The same week and person are the same mail. */
const idOf = (week: DigestWeek, userId: string) => `weekly-digest-${week.from}-${userId}`;

export function createWeeklyDigests(pool: Pool, clock: () => Date): WeeklyDigests {
  return {
    async readersOf({ week, askedBy, limit, after }) {
      const { rows } = await run<DigestReader>(
        pool,
        // Mails begin with the checkpoint. Before a restore made a new one, earlier digests may have been sent.
        `SELECT u.id AS "userId", t.id AS "tenantId", EXISTS (
           SELECT 1 FROM identity.account_roles r WHERE r.user_id = u.id AND r.role = 'distributor') AS "isDistributor"
         FROM identity.users u LEFT JOIN identity.tenants t ON t.owner_id = u.id
         WHERE u.weekly_digest_since <= :askedBy AND u.email_verified
           AND EXISTS (SELECT 1 FROM identity.mail_checkpoint c WHERE c.since <= :askedBy)
           AND (:after::uuid IS NULL OR u.id > :after) AND NOT EXISTS (SELECT 1 FROM identity.mails m WHERE m.id = :mails || u.id::text)
         ORDER BY u.id LIMIT :limit`,
        { askedBy, mails: idOf(week, ''), limit, after },
      );
      return rows;
    },
    async queue({ userId }, week, figures) {
      const now = clock();
      // A row that is not sent says that this person's week is done.
      const json = figures === null ? null : JSON.stringify(figures);
      await run(
        pool,
        `INSERT INTO identity.mails (id, kind, user_id, figures, state, due_at, created_at)
         SELECT :id, 'weekly_digest', u.id, :json, CASE WHEN :json::jsonb IS NULL THEN 'dropped' ELSE 'queued' END, :now, :now
         FROM identity.users u WHERE u.id = :userId ON CONFLICT (id) DO NOTHING`,
        { id: idOf(week, userId), userId, json, now },
      );
    },
  };
}

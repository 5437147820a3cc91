import type { HeadMails } from '@perktree/contracts/notification/mail';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

export function createHeadMails(pool: Pool, clock: () => Date): HeadMails {
  return {
    async queue({ events, signedAt, json, toOwners }) {
      const data = JSON.stringify({ events: String(events), signedAt, head: json });
      await run(
        pool,
        `INSERT INTO identity.mails (id, kind, user_id, data, state, due_at, created_at)
         SELECT 'chain-head-' || :events || '-' || u.id, 'chain_head', u.id, :data, 'queued', :now, :now
         FROM identity.users u
         WHERE u.email_verified AND u.locked_at IS NULL AND (
           EXISTS (SELECT 1 FROM identity.account_roles r WHERE r.user_id = u.id AND r.role = 'superadmin')
           OR EXISTS (SELECT 1 FROM identity.audits a WHERE a.user_id = u.id AND a.until > :now)
           OR :toOwners AND EXISTS (SELECT 1 FROM identity.tenants t WHERE t.owner_id = u.id))
         ON CONFLICT (id) DO NOTHING`,
        { events: String(events), data, now: clock(), toOwners },
      );
    },
  };
}

import type { HeadMails } from '@perktree/platform/mail';
import type { Pool } from 'pg';

export function createHeadMails(pool: Pool, clock: () => Date): HeadMails {
  return {
    async queue({ events, signedAt, json, toOwners }) {
      await pool.query(
        `INSERT INTO identity.mails (id, kind, user_id, data, state, due_at, created_at)
         SELECT 'chain-head-' || $1 || '-' || u.id, 'chain_head', u.id, $2, 'queued', $3, $3
         FROM identity.users u
         WHERE u.email_verified AND u.locked_at IS NULL AND (
           EXISTS (SELECT 1 FROM identity.account_roles r WHERE r.user_id = u.id AND r.role = 'superadmin')
           OR EXISTS (SELECT 1 FROM identity.audits a WHERE a.user_id = u.id AND a.until > $3)
           OR $4 AND EXISTS (SELECT 1 FROM identity.tenants t WHERE t.owner_id = u.id))
         ON CONFLICT (id) DO NOTHING`,
        [String(events), JSON.stringify({ events: String(events), signedAt, head: json }), clock(), toOwners],
      );
    },
  };
}

import type { Accounts } from '@perktree/platform/accounts';
import type { Pool } from 'pg';
import { normaliseEmail } from './email.ts';

/** Addresses that invitations to the staff of a site were made for. What became of one is in the site's events. */
export function createInvitations(
  pool: Pool,
): Pick<Accounts, 'rememberInvitation' | 'isInvitationOfOther' | 'closeInvitation' | 'openInvitations'> {
  return {
    async rememberInvitation({ invitationId, siteId, email, expiresAt }) {
      await pool.query(
        `INSERT INTO identity.invitations (invitation_id, site_id, email, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (invitation_id) DO NOTHING`,
        [invitationId, siteId, normaliseEmail(email), expiresAt],
      );
    },
    async isInvitationOfOther({ invitationId, siteId, userId }) {
      const { rowCount } = await pool.query(
        `SELECT 1 FROM identity.invitations i JOIN identity.users u ON u.email = i.email
         WHERE i.invitation_id = $1 AND i.site_id = $2 AND u.email_verified AND u.id <> $3`,
        [invitationId, siteId, userId],
      );
      return rowCount !== 0;
    },
    async closeInvitation({ invitationId, siteId }) {
      await pool.query(
        `UPDATE identity.invitations SET closed_at = now()
         WHERE invitation_id = $1 AND site_id = $2 AND closed_at IS NULL`,
        [invitationId, siteId],
      );
    },
    async openInvitations(siteId, now) {
      const { rows } = await pool.query<{ invitation_id: string; email: string; created_at: Date; expires_at: Date }>(
        `SELECT invitation_id, email, created_at, expires_at FROM identity.invitations
         WHERE site_id = $1 AND closed_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, invitation_id`,
        [siteId, now],
      );
      return rows.map((row) => ({
        invitationId: row.invitation_id,
        email: row.email,
        invitedAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
      }));
    },
  };
}

import type { Accounts, OpenInvitation } from '@perktree/platform/accounts';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { normaliseEmail } from './email.ts';
import type { MailQueue } from './mail/queue.ts';

/** The open invitations of the site $1 at the time $2 whose address contains all words of $3. */
const OPEN = `site_id = $1 AND closed_at IS NULL AND expires_at > $2
  AND NOT EXISTS (SELECT FROM unnest($3::text[]) AS word WHERE strpos(lower(email), word) = 0)`;
/** The newest mail of an invitation. */
const MAIL = `(
  SELECT jsonb_build_object('state', m.state, 'reason', CASE m.state WHEN 'bounced' THEN m.reason END)
  FROM identity.mails m WHERE m.invitation_id = invitations.invitation_id AND m.state <> 'dropped'
  ORDER BY m.created_at DESC, m.id LIMIT 1)`;
/** As cursors hold it, in milliseconds. */
const CREATED = `date_trunc('milliseconds', created_at)`;

interface InvitationRow extends Omit<OpenInvitation, 'invitedAt' | 'expiresAt'> {
  readonly invitedAt: Date;
  readonly expiresAt: Date;
}

/** Addresses that invitations to staff and auditors were made for. Whether one was accepted is in the events. */
export function createInvitations(
  pool: Pool,
  mails: Pick<MailQueue, 'delivery' | 'queueInvitation'>,
): Pick<
  Accounts,
  | 'rememberInvitation'
  | 'invitedAddress'
  | 'invitations'
  | 'invitationAcceptance'
  | 'closeInvitation'
  | 'openInvitations'
  | 'countOpenInvitations'
> {
  return {
    async rememberInvitation({ invitationId, siteId, email, expiresAt, mail }) {
      await inTransaction(pool, async (db) => {
        await db.query(
          `INSERT INTO identity.invitations (invitation_id, site_id, email, expires_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (invitation_id) DO UPDATE SET expires_at = EXCLUDED.expires_at`,
          [invitationId, siteId, normaliseEmail(email), expiresAt],
        );
        if (mail === null) return;
        await mails.queueInvitation(db, { invitationId, ...mail });
      });
    },
    async invitedAddress({ invitationId, siteId }) {
      const { rows } = await pool.query<{ email: string }>(
        'SELECT email FROM identity.invitations WHERE invitation_id = $1 AND site_id = $2',
        [invitationId, siteId],
      );
      return rows[0]?.email ?? null;
    },
    async invitationAcceptance({ invitationId, siteId, userId }) {
      const { rows } = await pool.query<{ isOwn: boolean | null; isVerified: boolean | null }>(
        `SELECT u.id = $3 AS "isOwn", u.email_verified AS "isVerified"
         FROM identity.invitations i LEFT JOIN identity.users u ON u.email = i.email
         WHERE i.invitation_id = $1 AND i.site_id = $2`,
        [invitationId, siteId, userId],
      );
      const [invited] = rows;
      // Without a row: it went with the erased account that it was for.
      if (!invited?.isOwn) return 'other_account';
      return mails.delivery !== 'smtp' || invited.isVerified ? 'allowed' : 'unverified';
    },
    async invitations(invitationIds) {
      const { rows } = await pool.query<{ id: string; email: string; mail: OpenInvitation['mail'] }>(
        `SELECT invitation_id AS id, email, ${MAIL} AS mail FROM identity.invitations WHERE invitation_id = ANY($1)`,
        [invitationIds],
      );
      return new Map(rows.map(({ id, ...invitation }) => [id, invitation]));
    },
    async closeInvitation({ invitationId, siteId }) {
      await pool.query(
        `UPDATE identity.invitations SET closed_at = now()
         WHERE invitation_id = $1 AND site_id = $2 AND closed_at IS NULL`,
        [invitationId, siteId],
      );
    },
    async openInvitations({ siteId, now, words, oldestFirst, limit, after }) {
      const direction = oldestFirst ? 'ASC' : 'DESC';
      const { rows } = await pool.query<InvitationRow>(
        `SELECT invitation_id AS "invitationId", email, created_at AS "invitedAt", expires_at AS "expiresAt", ${MAIL} AS mail
         FROM identity.invitations WHERE ${OPEN}
         AND ($4::timestamptz IS NULL OR (${CREATED}, invitation_id) ${oldestFirst ? '>' : '<'} ($4, $5::text))
         ORDER BY ${CREATED} ${direction}, invitation_id ${direction} LIMIT $6`,
        [siteId, now, words, after?.[0], after?.[1], limit],
      );
      return rows.map((row) => ({
        ...row,
        invitedAt: row.invitedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      }));
    },
    async countOpenInvitations({ siteId, now, words }) {
      const { rows } = await pool.query<{ open: number }>(
        `SELECT count(*)::integer AS open FROM identity.invitations WHERE ${OPEN}`,
        [siteId, now, words],
      );
      return rows[0]?.open ?? 0;
    },
  };
}

/** Deletes the addresses of invitations 30 days after these have expired. */
export async function deleteOldInvitations(db: Queryable, now: Date): Promise<void> {
  await db.query(`DELETE FROM identity.invitations WHERE expires_at < $1::timestamptz - interval '30 days'`, [now]);
}

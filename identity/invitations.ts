import type { Accounts, OpenInvitation } from '@perktree/platform/accounts';
import { built, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { normaliseEmail } from './email.ts';
import type { MailQueue } from './mail/queue.ts';

/** The open invitations of a site whose address contains all words. */
const open = ({ siteId, now, words }: Parameters<Accounts['countOpenInvitations']>[0]) => {
  const query = sql('identity.invitations')
    .where('site_id', siteId)
    .whereNull('closed_at')
    .where('expires_at', '>', now);
  for (const word of words) query.whereRaw('strpos(lower(email), ?) > 0', [word]);
  return query;
};
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
    async openInvitations({ oldestFirst, limit, after, ...wanted }) {
      const direction = oldestFirst ? 'ASC' : 'DESC';
      const query = open(wanted)
        .select({ invitationId: 'invitation_id', email: 'email', invitedAt: 'created_at', expiresAt: 'expires_at' })
        .select(sql.raw(`${MAIL} AS mail`))
        .orderByRaw(`${CREATED} ${direction}, invitation_id ${direction}`);
      if (limit !== null) query.limit(limit);
      const isLater = `(${CREATED}, invitation_id) ${oldestFirst ? '>' : '<'} (?::timestamptz, ?)`;
      if (after) query.whereRaw(isLater, [...after]);
      const { rows } = await pool.query<InvitationRow>(...built(query));
      return rows.map((row) => ({
        ...row,
        invitedAt: row.invitedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      }));
    },
    async countOpenInvitations(wanted) {
      const query = open(wanted).select(sql.raw('count(*)::integer AS open'));
      const { rows } = await pool.query<{ open: number }>(...built(query));
      return rows[0]?.open ?? 0;
    },
  };
}

/** Deletes the addresses of invitations 30 days after these have expired. */
export async function deleteOldInvitations(db: Queryable, now: Date): Promise<void> {
  await db.query(`DELETE FROM identity.invitations WHERE expires_at < $1::timestamptz - interval '30 days'`, [now]);
}

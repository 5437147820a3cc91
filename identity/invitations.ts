import type { Accounts, OpenInvitation } from '@perktree/contracts/account/account-store';
import { run, sql } from '@perktree/platform/postgres/sql';
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
        const row = {
          invitation_id: invitationId,
          site_id: siteId,
          email: normaliseEmail(email),
          expires_at: expiresAt,
        };
        await run(db, sql('identity.invitations').insert(row).onConflict('invitation_id').merge(['expires_at']));
        if (mail === null) return;
        await mails.queueInvitation(db, { invitationId, ...mail });
      });
    },
    async invitedAddress({ invitationId, siteId }) {
      const query = sql('identity.invitations').where({ invitation_id: invitationId, site_id: siteId });
      const { rows } = await run<{ email: string }>(pool, query.select('email'));
      return rows[0]?.email ?? null;
    },
    async invitationAcceptance({ invitationId, siteId, userId }) {
      const query = sql('identity.invitations as i')
        .join('identity.users as u', 'u.email', 'i.email')
        .where({ 'i.invitation_id': invitationId, 'i.site_id': siteId, 'u.id': userId });
      const { rows } = await run<{ isVerified: boolean }>(pool, query.select({ isVerified: 'u.email_verified' }));
      const [invited] = rows;
      // Without a row: it is for another account, or went with the erased account that it was for.
      if (invited === undefined) return 'other_account';
      return mails.delivery !== 'smtp' || invited.isVerified ? 'allowed' : 'unverified';
    },
    async invitations(invitationIds) {
      const { rows } = await run<{ id: string; email: string; mail: OpenInvitation['mail'] }>(
        pool,
        `SELECT invitation_id AS id, email, ${MAIL} AS mail FROM identity.invitations WHERE invitation_id = ANY(:ids)`,
        { ids: invitationIds },
      );
      return new Map(rows.map(({ id, ...invitation }) => [id, invitation]));
    },
    async closeInvitation({ invitationId, siteId }) {
      const query = sql('identity.invitations').where({ invitation_id: invitationId, site_id: siteId });
      await run(pool, query.whereNull('closed_at').update({ closed_at: sql.fn.now() }));
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
      const { rows } = await run<InvitationRow>(pool, query);
      return rows.map((row) => ({
        ...row,
        invitedAt: row.invitedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      }));
    },
    async countOpenInvitations(wanted) {
      const query = open(wanted).select(sql.raw('count(*)::integer AS open'));
      const { rows } = await run<{ open: number }>(pool, query);
      return rows[0]?.open ?? 0;
    },
  };
}

/** Deletes the addresses of invitations 30 days after these have expired. */
export async function deleteOldInvitations(db: Queryable, now: Date): Promise<void> {
  await db.query(`DELETE FROM identity.invitations WHERE expires_at < $1::timestamptz - interval '30 days'`, [now]);
}

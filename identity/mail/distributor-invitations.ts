import { Refused } from '@perktree/contracts/kernel/refusals';
import type { DistributorInvitations, SentInvitation } from '@perktree/contracts/notification/mail';
import { run } from '@perktree/platform/postgres/sql';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { normaliseEmail } from '../email.ts';
import type { IdentityParts } from '../parts.ts';

/** Mails the distributor links of QRs, and keeps the addresses as long as the mails. */
export function createDistributorInvitations(options: Pick<IdentityParts, 'pool' | 'mails'>): DistributorInvitations {
  const { pool, mails } = options;

  return {
    async send(invitation) {
      if (mails.delivery === null) throw new Refused('MAIL_NOT_SET_UP');
      const email = normaliseEmail(invitation.email);
      await inTransaction(pool, (db) => mails.queueDistributorInvitation(db, { ...invitation, email }));
    },
    async listOf({ qrId, senderId, limit }) {
      const { rows } = await run<Omit<SentInvitation, 'invitedAt'> & { readonly invitedAt: Date }>(
        pool,
        // Dropped: the secret of the installation was changed before it was sent.
        `SELECT i.invitation_id AS id, i.email, i.created_at AS "invitedAt",
           CASE m.state WHEN 'dropped' THEN 'failed' ELSE m.state END AS state,
           CASE m.state WHEN 'bounced' THEN m.reason END AS reason
         FROM identity.distributor_invitations i JOIN identity.mails m ON m.id = i.mail_id
         WHERE i.qr_id = :qrId AND i.sender_id = :senderId ORDER BY i.created_at DESC, i.invitation_id LIMIT :limit`,
        { qrId, senderId, limit },
      );
      return rows.map((row) => ({ ...row, invitedAt: row.invitedAt.toISOString() }));
    },
  };
}

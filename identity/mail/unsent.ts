import type { MailKind } from '@perktree/contracts/notification/mail';
import { run } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';

/** A mail that was given up, for operators: without its recipient. */
export interface UnsentMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly state: 'bounced' | 'failed';
  /** The account that it is for; null: an invitation to an address without an account. */
  readonly userId: string | null;
  readonly attempts: number;
  /** What the mail server answered last. */
  readonly reason: string | null;
  readonly createdAt: Date;
  /** False: the secret of its link is deleted or has expired, so the person has to ask for another mail. */
  readonly canBeResent: boolean;
}

/** A bounced mail has lost the secret of its link. */
const CAN_BE_RESENT = `(token_expires_at IS NULL OR token_expires_at > :now) AND (state = 'failed'
  OR kind NOT IN ('verify_address', 'reset_password', 'invite_staff', 'invite_auditor', 'invite_distributor'))`;

/** Mails that bounced or have failed, newest first; kept for 30 days. */
export async function unsentMails(db: Queryable, now: Date): Promise<readonly UnsentMail[]> {
  const { rows } = await run<UnsentMail>(
    db,
    `SELECT id, kind, state, user_id AS "userId", attempts, reason, created_at AS "createdAt", ${CAN_BE_RESENT} AS "canBeResent"
     FROM identity.mails WHERE state IN ('bounced', 'failed') ORDER BY created_at DESC, id`,
    { now },
  );
  return rows;
}

/**
 * Queues mails again that bounced or have failed. One that is older than three days fails again with its next refusal.
 * @param ids others are left out
 * @returns the ids of those that were queued
 */
export async function sendAgain(db: Queryable, ids: readonly string[], now: Date): Promise<readonly string[]> {
  const { rows } = await run<{ id: string }>(
    db,
    `UPDATE identity.mails SET state = 'queued', due_at = :now, settled_at = NULL
     WHERE id = ANY(:ids) AND state IN ('bounced', 'failed') AND ${CAN_BE_RESENT} RETURNING id`,
    { now, ids },
  );
  return rows.map(({ id }) => id);
}

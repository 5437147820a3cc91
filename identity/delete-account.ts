import type { Queryable } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import { eraseNotesAbout } from './notes.ts';

interface DeleteOptions {
  /** Keeps invitations to an address that the account has not verified: anyone can register any address. */
  readonly onlyVerifiedAddress?: boolean;
  /** Evidence of payments is kept after it (notes.ts). Default: the machine's clock. */
  readonly now?: Date;
}

/**
 * Deletes everything personal of an account, in the caller's transaction. Sessions, credentials and roles are deleted with
 * the user's row. The tenant stays, without an owner. The id is remembered: it is not personal, and a restore needs it.
 * @returns the account's e-mail address; null: the account does not exist
 */
export async function deleteAccount(
  db: Queryable,
  userId: string,
  { onlyVerifiedAddress = false, now = new Date(systemTimers.now()) }: DeleteOptions = {},
): Promise<string | null> {
  await db.query(
    'DELETE FROM identity.pictures WHERE tenant_id IN (SELECT id FROM identity.tenants WHERE owner_id = $1)',
    [userId],
  );
  // Mails of invitations go with their invitation, not with the account.
  await db.query(
    `UPDATE identity.mails SET user_id = NULL WHERE user_id = $1 AND kind IN ('invite_staff', 'invite_auditor', 'invite_distributor')`,
    [userId],
  );
  const { rows } = await db.query<{ email: string; isVerified: boolean }>(
    'DELETE FROM identity.users WHERE id = $1 RETURNING email, email_verified AS "isVerified"',
    [userId],
  );
  await db.query('INSERT INTO identity.erased_accounts (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  await eraseNotesAbout(db, userId, now);
  const [erased] = rows;
  if (erased === undefined) return null;
  const { email, isVerified } = erased;
  if (isVerified || !onlyVerifiedAddress) {
    await db.query('DELETE FROM identity.invitations WHERE email = $1', [email]);
    await db.query(
      'DELETE FROM identity.mails WHERE id IN (SELECT mail_id FROM identity.distributor_invitations WHERE email = $1)',
      [email],
    );
  }
  return email;
}

/** Ids of all accounts that were erased, oldest first. */
export async function erasedAccountIds(db: Queryable): Promise<readonly string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    'SELECT user_id FROM identity.erased_accounts ORDER BY erased_at, user_id',
  );
  return rows.map(({ user_id }) => user_id);
}

import { createHash, randomBytes } from 'node:crypto';
import { HOUR_MS } from '@perktree/contracts/durations';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import type { Profile } from './account-store.ts';

/** 256 random bits. */
const TOKEN_BYTES = 32;
/** How long a reset link can be used. */
export const RESET_LASTS_MS = HOUR_MS;

export const newResetToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Lets a token reset the password of an account. It replaces earlier tokens of the account. */
export async function keepReset(
  db: Queryable,
  reset: { readonly userId: string; readonly token: string; readonly until: Date; readonly byMail: boolean },
): Promise<void> {
  const { userId, token, until, byMail } = reset;
  await db.query(
    `INSERT INTO identity.password_resets (user_id, token_hash, expires_at, by_mail) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE
     SET token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at, by_mail = EXCLUDED.by_mail`,
    [userId, hashOf(token), until, byMail],
  );
}

/** Whose password a token resets. Null: it is unknown, used or expired. */
export async function ownerOfReset(
  db: Queryable,
  token: string,
  now: Date,
): Promise<(Profile & { readonly byMail: boolean }) | null> {
  const { rows } = await db.query<Profile & { readonly byMail: boolean }>(
    `SELECT u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.email_verified AS "emailVerified",
       r.by_mail AS "byMail"
     FROM identity.password_resets r JOIN identity.users u ON u.id = r.user_id
     WHERE r.token_hash = $1 AND r.expires_at > $2`,
    [hashOf(token), now],
  );
  return rows[0] ?? null;
}

/** @returns false: another one was faster, or it has expired meanwhile */
export async function useReset(db: Queryable, token: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'DELETE FROM identity.password_resets WHERE token_hash = $1 AND expires_at > $2',
    [hashOf(token), now],
  );
  return rowCount !== 0;
}

/** Invalidates earlier reset links once the account has a new password, also those whose mails are not sent yet. */
export async function forgetReset(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `UPDATE identity.mails SET state = 'dropped', settled_at = now(), sealed_token = NULL
     WHERE user_id = $1 AND kind = 'reset_password' AND state = 'queued'`,
    [userId],
  );
  await db.query('DELETE FROM identity.password_resets WHERE user_id = $1', [userId]);
}

export async function deleteExpiredResets(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM identity.password_resets WHERE expires_at <= $1', [now]);
}

import { createHash, randomBytes } from 'node:crypto';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import type { Profile } from './account-store.ts';

/** 256 random bits. */
const TOKEN_BYTES = 32;
/** How long a reset link can be used. */
export const RESET_LASTS_MS = HOUR_MS;

export const newResetToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();
const resets = () => sql('identity.password_resets');
const unexpired = (token: string, now: Date) =>
  sql('identity.password_resets as r').where('r.token_hash', hashOf(token)).where('r.expires_at', '>', now);

/** Lets a token reset the password of an account. It replaces earlier tokens of the account. */
export async function keepReset(
  db: Queryable,
  reset: { readonly userId: string; readonly token: string; readonly until: Date; readonly byMail: boolean },
): Promise<void> {
  const { userId, token, until, byMail } = reset;
  const row = { user_id: userId, token_hash: hashOf(token), expires_at: until, by_mail: byMail };
  await run(db, resets().insert(row).onConflict('user_id').merge());
}

/** Whose password a token resets. Null: it is unknown, used or expired. */
export async function ownerOfReset(
  db: Queryable,
  token: string,
  now: Date,
): Promise<(Profile & { readonly byMail: boolean }) | null> {
  const query = unexpired(token, now)
    .join('identity.users as u', 'u.id', 'r.user_id')
    .select('u.id', 'u.email', { firstName: 'u.first_name', lastName: 'u.last_name' })
    .select({ emailVerified: 'u.email_verified', byMail: 'r.by_mail' });
  return (await run<Profile & { readonly byMail: boolean }>(db, query)).rows[0] ?? null;
}

/** @returns false: another one was faster, or it has expired meanwhile */
export async function useReset(db: Queryable, token: string, now: Date): Promise<boolean> {
  return (await run(db, unexpired(token, now).delete())).rowCount !== 0;
}

/** Invalidates earlier reset links once the account has a new password, also those whose mails are not sent yet. */
export async function forgetReset(db: Queryable, userId: string): Promise<void> {
  const mails = sql('identity.mails').where({ user_id: userId, kind: 'reset_password', state: 'queued' });
  await run(db, mails.update({ state: 'dropped', settled_at: sql.fn.now(), sealed_token: null }));
  await run(db, resets().where({ user_id: userId }).delete());
}

export async function deleteExpiredResets(db: Queryable, now: Date): Promise<void> {
  await run(db, resets().where('expires_at', '<=', now).delete());
}

import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import { clearDataRequests } from './data-requests.ts';
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
  const tenants = sql('identity.tenants').where({ owner_id: userId }).select('id');
  await run(db, sql('identity.pictures').whereIn('tenant_id', tenants).delete());
  // Mails of invitations go with their invitation, not with the account.
  const invitations = ['invite_staff', 'invite_auditor', 'invite_distributor'];
  const mails = sql('identity.mails').where({ user_id: userId }).whereIn('kind', invitations);
  await run(db, mails.update({ user_id: null }));
  const user = sql('identity.users').where({ id: userId }).delete(['email', 'email_verified as isVerified']);
  const { rows } = await run<{ email: string; isVerified: boolean }>(db, user);
  await run(db, sql('identity.erased_accounts').insert({ user_id: userId }).onConflict().ignore());
  await eraseNotesAbout(db, userId, now);
  await clearDataRequests(db, userId, now);
  await db.query('UPDATE identity.looks SET note = NULL WHERE subject = $1 AND note IS NOT NULL', [userId]);
  const [erased] = rows;
  if (erased === undefined) return null;
  const { email, isVerified } = erased;
  if (isVerified || !onlyVerifiedAddress) {
    await run(db, sql('identity.invitations').where({ email }).delete());
    const links = sql('identity.distributor_invitations').where({ email }).select('mail_id');
    await run(db, sql('identity.mails').whereIn('id', links).delete());
  }
  return email;
}

/** Ids of all accounts that were erased, oldest first. */
export async function erasedAccountIds(db: Queryable): Promise<readonly string[]> {
  const query = sql('identity.erased_accounts').orderBy(['erased_at', 'user_id']).select('user_id');
  const { rows } = await run<{ user_id: string }>(db, query);
  return rows.map(({ user_id }) => user_id);
}

import type { Queryable } from '@perktree/platform/postgres/transaction';
import { deleteAccount, erasedAccountIds } from './delete-account.ts';

/**
 * Tables whose rows must not come back with a backup: they let a person in, or are kept for two days at most. The rows
 * of `identity.views` come back, and end with their sessions, so that the end of each view is recorded.
 */
export const NOT_RESTORED: readonly string[] = [
  'identity.sessions',
  'identity.password_resets',
  'identity.verifications',
  'identity.idempotency_keys',
  'identity.failed_attempts',
  // They would be sent again. Invitations and changes of addresses go with their mails.
  'identity.address_changes',
  'identity.distributor_invitations',
  'identity.mails',
  // A restored store has other positions.
  'identity.mail_checkpoint',
];

export interface Cleaned {
  /** Ids of the accounts that were erased again. */
  readonly erased: readonly string[];
}

/**
 * Makes restored accounts safe to serve, in the caller's transaction: sessions are ended, earlier links are void, and
 * accounts that were erased since the backup are erased again.
 * @param erasedSince ids of erased accounts that were kept outside the backup; those in the database are added
 */
export async function cleanRestoredAccounts(db: Queryable, erasedSince: readonly string[]): Promise<Cleaned> {
  for (const table of NOT_RESTORED) await db.query(`DELETE FROM ${table}`);
  const ids = [...new Set([...(await erasedAccountIds(db)), ...erasedSince])];
  const erased: string[] = [];
  for (const id of ids) {
    if ((await deleteAccount(db, id)) !== null) erased.push(id);
  }
  return { erased };
}

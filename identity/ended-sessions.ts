import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Session } from '@perktree/platform/http/session';
import { isThere, run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { endAddressChanges } from './mail/queue.ts';

type OwnSession = Pick<Session, 'userId' | 'sessionId'>;

/**
 * Locks an account until the caller's transaction ends. Logins and other calls that lock it wait.
 * @throws Refused NOT_SIGNED_IN if the session has ended meanwhile: a revoked cookie must change nothing
 */
export async function holdAccount(db: Queryable, { userId, sessionId }: OwnSession): Promise<void> {
  await run(db, sql('identity.users').where({ id: userId }).forUpdate().select('id'));
  // A separate statement, so that it sees the changes that the lock waited for.
  if (!(await isThere(db, sql('identity.sessions').where({ id: sessionId })))) throw new Refused('NOT_SIGNED_IN');
}

/**
 * Ends all sessions of the account but this one, and what they have begun of a change of its address, in the caller's
 * transaction. Of two sessions that end each other, one is left.
 * @throws Refused NOT_SIGNED_IN
 */
export async function endOtherSessions(db: Queryable, { userId, sessionId }: OwnSession): Promise<void> {
  await holdAccount(db, { userId, sessionId });
  await run(db, sql('identity.sessions').where({ user_id: userId }).whereNot({ id: sessionId }).delete());
  await endAddressChanges(db, userId);
}

/** Ends all sessions of an account, and what they have begun of a change of its address. @returns how many sessions */
export async function endAllSessions(db: Queryable, userId: string): Promise<number> {
  const { rowCount } = await run(db, sql('identity.sessions').where({ user_id: userId }).delete());
  await endAddressChanges(db, userId);
  return rowCount ?? 0;
}

/** The operator's way: ends all sessions of an account. @returns how many; null: no account has this address */
export async function endSessionsOf(db: Queryable, email: string): Promise<{ userId: string; ended: number } | null> {
  const { rows } = await run<{ id: string }>(db, sql('identity.users').where({ email }).forUpdate().select('id'));
  const userId = rows[0]?.id;
  if (userId === undefined) return null;
  return { userId, ended: await endAllSessions(db, userId) };
}

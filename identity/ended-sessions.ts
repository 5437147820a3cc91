import { Refused } from '@perktree/contracts/refusals';
import type { Session } from '@perktree/platform/http/session';
import type { Queryable } from '@perktree/platform/postgres/transaction';

type OwnSession = Pick<Session, 'userId' | 'sessionId'>;

/**
 * Locks an account until the caller's transaction ends. Logins and other calls that lock it wait.
 * @throws Refused NOT_SIGNED_IN if the session has ended meanwhile: a revoked cookie must change nothing
 */
export async function holdAccount(db: Queryable, { userId, sessionId }: OwnSession): Promise<void> {
  await db.query('SELECT 1 FROM identity.users WHERE id = $1 FOR UPDATE', [userId]);
  // A separate statement, so that it sees the changes that the lock waited for.
  const { rowCount } = await db.query('SELECT 1 FROM identity.sessions WHERE id = $1', [sessionId]);
  if (rowCount === 0) throw new Refused('NOT_SIGNED_IN');
}

/**
 * Ends all sessions of the account but this one, in the caller's transaction. Of two sessions that end each other, one is left.
 * @throws Refused NOT_SIGNED_IN
 */
export async function endOtherSessions(db: Queryable, { userId, sessionId }: OwnSession): Promise<void> {
  await holdAccount(db, { userId, sessionId });
  await db.query('DELETE FROM identity.sessions WHERE user_id = $1 AND id <> $2', [userId, sessionId]);
}

/** The operator's way: ends all sessions of an account. @returns how many; null: no account has this address */
export async function endSessionsOf(db: Queryable, email: string): Promise<{ userId: string; ended: number } | null> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM identity.users WHERE email = $1 FOR UPDATE', [email]);
  const userId = rows[0]?.id;
  if (userId === undefined) return null;
  const { rowCount } = await db.query('DELETE FROM identity.sessions WHERE user_id = $1', [userId]);
  return { userId, ended: rowCount ?? 0 };
}

import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Session } from '@perktree/platform/http/session';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { findProfile, replacePassword } from './account-store.ts';
import { endOtherSessions } from './ended-sessions.ts';
import type { PasswordProof } from './password-proof.ts';
import type { Passwords } from './passwords.ts';
import { forgetReset } from './reset-store.ts';
import type { Visitor } from './session-cookie.ts';
import type { SessionStore } from './session-store.ts';
import type { RefuseWeakPassword } from './weak-passwords/refuse-weak.ts';

interface PasswordChange extends Visitor {
  readonly session: Session;
  readonly currentPassword: string;
  readonly newPassword: string;
}

export type PasswordChanger = ReturnType<typeof createPasswordChange>;

export function createPasswordChange(services: {
  readonly pool: Pool;
  readonly sessions: SessionStore;
  readonly passwords: Passwords;
  readonly whenProved: PasswordProof;
  readonly refuseWeakPassword: RefuseWeakPassword;
}) {
  const { pool, sessions, passwords, whenProved, refuseWeakPassword } = services;

  /**
   * Changes the password and ends all sessions. The caller, who has just proved the old password, gets a new session in
   * the same role. One transaction. @returns the new session's token
   * @throws Refused WRONG_CREDENTIALS, TOO_MANY_REQUESTS, NO_PASSWORD, NOT_SIGNED_IN, PASSWORD_TOO_COMMON,
   * PASSWORD_TOO_PERSONAL
   */
  return async function changePassword(change: PasswordChange): Promise<string> {
    const { session, device, previousToken } = change;
    const { userId, role: activeRole } = session;
    const attempt = { userId, password: change.currentPassword, ip: device.ip };
    const owner = await findProfile(pool, userId);
    if (owner === null) throw new Refused('NOT_SIGNED_IN');
    await refuseWeakPassword({ field: 'newPassword', password: change.newPassword, owner });
    const token = await whenProved(attempt, async (currentHash) => {
      const newHash = await passwords.hash(change.newPassword);
      return inTransaction(pool, async (db) => {
        await endOtherSessions(db, session);
        const isReplaced = await replacePassword(db, { userId, from: currentHash, to: newHash });
        // A concurrent change won: the password is no longer correct.
        if (!isReplaced) throw new Refused('WRONG_CREDENTIALS');
        await forgetReset(db, userId);
        return sessions.rotate(db, { userId, activeRole, device, previousToken });
      });
    });
    if (token === null) throw new Refused('NO_PASSWORD');
    sessions.forgetAll();
    return token;
  };
}

import { Refused } from '@perktree/contracts/refusals';
import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import { replacePassword } from './account-store.ts';
import { endOtherSessions } from './ended-sessions.ts';
import type { PasswordProof } from './password-proof.ts';
import type { Passwords } from './passwords.ts';
import type { Device, SessionStore } from './session-store.ts';
import { inTransaction } from './transaction.ts';

export interface PasswordChange {
  readonly session: Session;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly device: Device;
  /** Of the session that asks. */
  readonly previousToken: string | null;
}

export type ChangePassword = ReturnType<typeof createPasswordChange>;

export function createPasswordChange(services: {
  readonly pool: Pool;
  readonly sessions: SessionStore;
  readonly passwords: Passwords;
  readonly whenProved: PasswordProof;
}) {
  const { pool, sessions, passwords, whenProved } = services;

  /**
   * Gives the account another password and ends all its sessions; whoever asks has proved themselves anew, and gets a new
   * one in the same role. All of it, or nothing. @returns the new session's token
   * @throws Refused WRONG_CREDENTIALS, TOO_MANY_REQUESTS, NO_PASSWORD, NOT_SIGNED_IN
   */
  return async function changePassword(change: PasswordChange): Promise<string> {
    const { session, device, previousToken } = change;
    const { userId, role: activeRole } = session;
    const asked = { userId, password: change.currentPassword, ip: device.ip };
    const token = await whenProved(asked, async (currentHash) => {
      const newHash = await passwords.hash(change.newPassword);
      return inTransaction(pool, async (db) => {
        await endOtherSessions(db, session);
        const isReplaced = await replacePassword(db, { userId, from: currentHash, to: newHash });
        // Another change was faster: the password is right no more.
        if (!isReplaced) throw new Refused('WRONG_CREDENTIALS');
        return sessions.rotate(db, { userId, activeRole, device, previousToken });
      });
    });
    if (token === null) throw new Refused('NO_PASSWORD');
    sessions.forgetAll();
    return token;
  };
}

import { accountCalls } from '@perktree/contracts/account/calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { FastifyInstance } from 'fastify';
import { findProfile, replacePassword } from './account-store.ts';
import { endOtherSessions } from './ended-sessions.ts';
import type { IdentityParts } from './parts.ts';
import type { PasswordProof } from './password-proof.ts';
import type { PasswordReset, RevokeAccess } from './password-reset.ts';
import { forgetReset } from './reset-store.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';
import { keepProof } from './sensitive-calls.ts';
import type { Visitor } from './session-cookie.ts';

interface PasswordChange extends Visitor {
  readonly session: Session;
  readonly currentPassword: string;
  readonly newPassword: string;
}

type PasswordChanger = ReturnType<typeof createPasswordChange>;

export function createPasswordChange(
  services: Pick<IdentityParts, 'pool' | 'sessions' | 'passwords' | 'refuseWeakPassword'> & {
    readonly whenProved: PasswordProof;
  },
) {
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

export function mountSessionCalls(
  app: FastifyInstance,
  services: Pick<IdentityParts, 'pool' | 'authenticate' | 'cookie' | 'sessions' | 'clock'> & {
    readonly changePassword: PasswordChanger;
    readonly passwordReset: Pick<PasswordReset, 'finish'>;
    readonly whenProved: PasswordProof;
    readonly secondFactor: Pick<SecondFactor, 'prove'>;
    readonly revokeAccess: RevokeAccess;
  },
): void {
  const { pool, authenticate, cookie, sessions, changePassword, passwordReset, whenProved } = services;
  const { secondFactor, clock, revokeAccess } = services;

  mountCall(app, authenticate, accountCalls.changePassword, async ({ body, session, request, reply }) => {
    const token = await changePassword({ ...body, session, ...cookie.visitorOf(request) });
    cookie.write(reply, token);
    request.log.info({ userId: session.userId }, 'password changed, other sessions ended');
    return { answer: undefined };
  });

  // It does not sign in, so a second factor is checked at the login.
  mountCall(app, authenticate, accountCalls.resetPassword, async ({ body, request }) => {
    const userId = await passwordReset.finish({ ...body, ip: request.ip, requestId: request.id }, revokeAccess);
    request.log.info({ userId }, 'password set by a link, all sessions ended');
    return { answer: undefined };
  });

  mountCall(app, authenticate, accountCalls.confirmIdentity, async ({ body, session, request }) => {
    const { currentPassword, oneTimeCode } = body;
    if (oneTimeCode !== undefined) {
      await secondFactor.prove({ session, ...cookie.visitorOf(request) }, oneTimeCode);
      return { answer: undefined };
    }
    const attempt = { userId: session.userId, password: currentPassword, ip: request.ip };
    const isProved = await whenProved(attempt, async () => {
      await keepProof(pool, session.sessionId, clock());
      return true;
    });
    if (isProved === null) throw new Refused('NO_PASSWORD');
    return { answer: undefined };
  });

  mountCall(app, authenticate, accountCalls.endOtherSessions, async ({ body, session, request }) => {
    const attempt = { userId: session.userId, password: body.currentPassword, ip: request.ip };
    const end = async () => {
      await inTransaction(pool, (db) => endOtherSessions(db, session));
      return true;
    };
    // An account without a password has no way to prove it.
    if ((await whenProved(attempt, end)) === null) await end();
    sessions.forgetAll();
    request.log.info({ userId: session.userId }, 'other sessions ended');
    // Last, so that no ended session creates another key meanwhile. It can be repeated.
    const { tenantId } = session;
    if (body.revokeAccess && tenantId !== null) await revokeAccess({ tenantId, correlationId: request.id });
    return { answer: undefined };
  });
}

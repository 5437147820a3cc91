import { randomBytes } from 'node:crypto';
import type { secondFactorCalls } from '@perktree/contracts/account/second-factor-calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Session } from '@perktree/platform/http/session';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import { passwordHashOf } from '../account-store.ts';
import { endOtherSessions, endSessionsOf, holdAccount } from '../ended-sessions.ts';
import type { IdentityParts } from '../parts.ts';
import type { PasswordProof } from '../password-proof.ts';
import { keepProof } from '../sensitive-calls.ts';
import type { Visitor } from '../session-cookie.ts';
import { newRecoveryCodes, recoveryHash } from './code-check.ts';
import { deleteBegun, deleteFactor, findFactor, keepBegun, putInForce } from './factor-store.ts';
import { base32, ONE_TIME_PASSWORD, otpauthAddress } from './one-time-password.ts';

/** How long after it was begun a code may confirm a factor. */
export const BEGUN_FOR_MS = 30 * 60_000;

/** Who asks, from where. */
export interface Asking extends Visitor {
  readonly session: Session;
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Setting a second factor up, and giving it up (docs/reference/accounts.md). What logins ask of it is in code-check.ts. */
export function createSecondFactor(
  services: Pick<IdentityParts, 'pool' | 'sessions' | 'limits' | 'codes' | 'codeBackoff' | 'clock'> & {
    readonly whenProved: PasswordProof;
    /** As authenticators show it. */
    readonly issuer: string;
  },
) {
  const { pool, sessions, limits, whenProved, codes, codeBackoff, clock, issuer } = services;

  /**
   * Does the work where a code is right, by the counters of wrong passwords. @param work null: the code is wrong
   * @throws Refused NO_PASSWORD, WRONG_ONE_TIME_CODE, TOO_MANY_REQUESTS
   */
  async function whenCodeRight<Result>(
    { session, device }: Asking,
    work: (db: Queryable) => Promise<Result | null>,
  ): Promise<Result> {
    const account = await passwordHashOf(pool, session.userId);
    if (account === null) throw new Refused('NO_PASSWORD');
    const attempt = { kind: 'login', email: account.email, ip: device.ip } as const;
    const result = await codeBackoff.guard(session.userId, () =>
      limits.guard(attempt, () => inTransaction(pool, work)),
    );
    if (result === null) throw new Refused('WRONG_ONE_TIME_CODE');
    return result;
  }

  return {
    async stateOf(userId: string): Promise<CallAnswer<typeof secondFactorCalls.secondFactor>> {
      const factor = await findFactor(pool, userId);
      if (factor?.inForce) return { state: 'on', recoveryCodesLeft: factor.recoveryCodesLeft };
      const hasPassword = (await passwordHashOf(pool, userId)) !== null;
      return { state: hasPassword ? 'off' : 'unavailable', recoveryCodesLeft: 0 };
    },

    /** @throws Refused WRONG_CREDENTIALS, TOO_MANY_REQUESTS, NO_PASSWORD, SECOND_FACTOR_ON, NOT_SIGNED_IN */
    async begin({ session, device }: Asking, password: string): Promise<{ secret: string; address: string }> {
      const { userId } = session;
      const secret = randomBytes(ONE_TIME_PASSWORD.secretBytes);
      const isBegun = await whenProved({ userId, password, ip: device.ip }, () =>
        inTransaction(pool, async (db) => {
          await holdAccount(db, session);
          if ((await findFactor(db, userId))?.inForce) throw new Refused('SECOND_FACTOR_ON');
          await keepBegun(db, { userId, sealedSecret: codes.sealSecret(userId, secret), now: clock() });
          return true;
        }),
      );
      const account = isBegun === null ? null : await passwordHashOf(pool, userId);
      if (account === null) throw new Refused('NO_PASSWORD');
      return { secret: base32(secret), address: otpauthAddress({ issuer, email: account.email, secret }) };
    },

    /**
     * Activates an enrolment, ends all other sessions and gives the calling one a new token, in one transaction.
     * @throws Refused WRONG_ONE_TIME_CODE, TOO_MANY_REQUESTS, NO_PASSWORD, NO_SECOND_FACTOR, SECOND_FACTOR_ON, NOT_SIGNED_IN
     */
    async confirm(asking: Asking, code: string): Promise<{ token: string; recoveryCodes: readonly string[] }> {
      const { session, device, previousToken } = asking;
      const { userId, role: activeRole } = session;
      const confirmed = await whenCodeRight(asking, async (db) => {
        await holdAccount(db, session);
        const factor = await findFactor(db, userId);
        if (factor?.inForce) throw new Refused('SECOND_FACTOR_ON');
        const now = clock();
        if (factor === null || factor.begunAt < begunSince(now)) throw new Refused('NO_SECOND_FACTOR');
        const step = codes.stepOfTyped(userId, factor, code);
        if (step === null) return null;
        const recoveryCodes = newRecoveryCodes();
        await putInForce(db, { userId, now, step, hashes: recoveryCodes.map(recoveryHash) });
        await endOtherSessions(db, session);
        return { token: await sessions.rotate(db, { userId, activeRole, device, previousToken }), recoveryCodes };
      });
      sessions.forgetAll();
      return confirmed;
    },

    /**
     * @param password and code: of the authenticator, or a recovery code
     * @throws Refused WRONG_CREDENTIALS, WRONG_ONE_TIME_CODE, TOO_MANY_REQUESTS, NO_PASSWORD, NO_SECOND_FACTOR, …
     */
    async turnOff(asking: Asking, { password, code }: { password: string; code: string }): Promise<void> {
      const { session, device } = asking;
      const { userId } = session;
      const passwordHash = await whenProved({ userId, password, ip: device.ip }, async (hash) => hash);
      await whenCodeRight(asking, async (db) => {
        await holdAccount(db, session);
        if ((await passwordHashOf(db, userId))?.passwordHash !== passwordHash) throw new Refused('WRONG_CREDENTIALS');
        const factor = await findFactor(db, userId);
        if (!factor?.inForce) throw new Refused('NO_SECOND_FACTOR');
        if (!(await codes.useCode(db, userId, factor, code))) return null;
        return deleteFactor(db, userId);
      });
    },

    /**
     * Proves by a code whose the session is.
     * @throws Refused WRONG_ONE_TIME_CODE, TOO_MANY_REQUESTS, NO_PASSWORD, NO_SECOND_FACTOR, SECOND_FACTOR_UNREADABLE
     */
    async prove(asking: Asking, code: string): Promise<void> {
      const { userId, sessionId } = asking.session;
      await whenCodeRight(asking, async (db) => {
        const factor = await findFactor(db, userId);
        if (!factor?.inForce) throw new Refused('NO_SECOND_FACTOR');
        if (!(await codes.useCode(db, userId, factor, code))) return null;
        await keepProof(db, sessionId, clock());
        return true;
      });
    },

    /** The operator's way. @returns null: no account has this address; `removed` false: it had no second factor */
    async remove(email: string): Promise<{ userId: string; ended: number; removed: boolean } | null> {
      const found = await inTransaction(pool, async (db) => {
        const account = await endSessionsOf(db, email);
        return account && { ...account, removed: await deleteFactor(db, account.userId) };
      });
      sessions.forgetAll();
      return found;
    },

    deleteExpired: () => deleteBegun(pool, begunSince(clock())),
  };
}

function begunSince(now: Date): Date {
  return new Date(now.getTime() - BEGUN_FOR_MS);
}

import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { createSealing } from '../sealing.ts';
import { type Factor, findFactor, useRecoveryCode, useStep } from './factor-store.ts';
import { stepOf } from './one-time-password.ts';
import { recoveryHash } from './recovery-codes.ts';

const SIX_DIGITS = /^\d{6}$/;

export type CodeCheck = ReturnType<typeof createCodeCheck>;

/** Checks one-time codes in the caller's transaction: a rollback leaves the code unused. */
export function createCodeCheck({ secret, clock }: { readonly secret: string; readonly clock: () => Date }) {
  const sealing = createSealing(secret, 'second factor');

  const sealSecret = (userId: string, bytes: Buffer) => sealing.seal(bytes.toString('base64'), userId);

  /** The step with this code, used or not; null for a wrong code. @throws Refused SECOND_FACTOR_UNREADABLE */
  function stepOfTyped(userId: string, factor: Factor, typed: string): number | null {
    const opened = sealing.open(factor.sealedSecret, userId);
    // The installation's secret is another one now.
    if (opened === null) throw new Refused('SECOND_FACTOR_UNREADABLE');
    return stepOf(withoutGaps(typed), Buffer.from(opened, 'base64'), clock());
  }

  /** Consumes an authenticator code or a recovery code. @returns false for a wrong or used code */
  async function useCode(db: Queryable, userId: string, factor: Factor, typed: string): Promise<boolean> {
    if (!SIX_DIGITS.test(withoutGaps(typed))) return useRecoveryCode(db, userId, recoveryHash(typed));
    const step = stepOfTyped(userId, factor, typed);
    return step !== null && useStep(db, userId, step);
  }

  /**
   * For a login with a correct password. @returns false for a wrong code; true also if the account has no second factor
   * @throws Refused SECOND_FACTOR_REQUIRED, SECOND_FACTOR_UNREADABLE
   */
  async function passes(db: Queryable, userId: string, typed: string | undefined): Promise<boolean> {
    const factor = await findFactor(db, userId);
    if (factor === null || !factor.inForce) return true;
    if (typed === undefined) throw new Refused('SECOND_FACTOR_REQUIRED');
    return useCode(db, userId, factor, typed);
  }

  return { sealSecret, stepOfTyped, useCode, passes };
}

/** Authenticators show codes in groups. */
function withoutGaps(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

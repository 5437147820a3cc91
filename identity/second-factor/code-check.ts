import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@perktree/contracts/account/second-factor-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { createSealing } from '../sealing.ts';
import { type Factor, findFactor, useRecoveryCode, useStep } from './factor-store.ts';
import { base32, stepOf } from './one-time-password.ts';

/** 120 bits: enough for a plain hash to be kept (ASVS 5.0, V6.5.2). */
const CODE_BYTES = 15;
/** Crockford's: without the letters that are read as digits, and without U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Codes to get in without the authenticator, such as `7X2M-…`: six groups of four letters and digits. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, newCode);
}

/** The stored hash of a code, independent of how it is typed. */
export function recoveryHash(code: string): string {
  return createHash('sha256').update(plain(code)).digest('base64url');
}

function newCode(): string {
  return (base32(randomBytes(CODE_BYTES), ALPHABET).match(/.{4}/g) ?? []).join('-');
}

function plain(code: string): string {
  return code
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => READ_AS[letter] ?? letter);
}

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

import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@perktree/contracts/account/second-factor-calls';
import { base32 } from './one-time-password.ts';

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

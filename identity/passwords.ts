import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** How passwords are kept. Both directions cost the same, which hides whether an account exists. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
}

/**
 * better-auth's own: scrypt with N 16384, r 16, p 1 (32 MiB for each guess), 16 bytes of salt, a key of 64 bytes. The
 * password is brought to Unicode's form NFKC first, so that it is the same from every keyboard.
 */
export const scryptPasswords: Passwords = { hash: hashPassword, verify: verifyPassword };

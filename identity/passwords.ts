import { scrypt, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** How passwords are kept. Both directions cost the same, which hides whether an account exists. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
  /** Whether a hash was made by an older rule, so that the next login replaces it. Left out: never. */
  isOutdated?(hash: string): boolean;
}

/** OWASP's minimum for argon2id, which the package computes by default: 19 MiB for each guess, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/**
 * argon2id, with 16 bytes of salt and a key of 32 bytes. Passwords are normalised to Unicode's form NFKC first, so that they
 * are the same from every keyboard. Hashes of scrypt from before (`salt:key` in hex) are still verified.
 */
export const argon2Passwords: Passwords = {
  hash: (password) => hash(password.normalize('NFKC'), PARAMETERS),
  verify: ({ hash: stored, password }) =>
    stored.startsWith('$argon2') ? verify(stored, password.normalize('NFKC')) : verifyScrypt(stored, password),
  isOutdated: (stored) => !stored.startsWith(CURRENT),
};

const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 } as const;
const SCRYPT_KEY_BYTES = 64;

/** @param stored the salt, whose characters were hashed as they are, and the key in hex */
async function verifyScrypt(stored: string, password: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split(':');
  const expected = Buffer.from(key, 'hex');
  if (salt === '' || expected.length !== SCRYPT_KEY_BYTES) return false;
  const computed = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, SCRYPT_KEY_BYTES, SCRYPT, (error, made) =>
      error ? reject(error) : resolve(made),
    );
  });
  return timingSafeEqual(computed, expected);
}

import { createHash, randomBytes } from 'node:crypto';
import { KEY_PREFIX, SHOWN_KEY_LENGTH } from '@perktree/contracts/api-key/key';
import type { StoredSecret } from '@perktree/contracts/api-key/secrets';

/** 256 random bits. */
const KEY_BYTES = 32;
const KEY = new RegExp(`^${KEY_PREFIX}[A-Za-z0-9_-]{43}$`);

interface NewKey {
  /** Shown once. */
  readonly key: string;
  readonly secret: StoredSecret;
}

/** @param bytes 32 that cannot be guessed. Default: random ones */
export function newKey(bytes: Buffer = randomBytes(KEY_BYTES)): NewKey {
  const key = `${KEY_PREFIX}${bytes.toString('base64url')}`;
  return { key, secret: { hash: hashOfKey(key), prefix: key.slice(0, SHOWN_KEY_LENGTH) } };
}

/** A key has enough randomness for a fast hash. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export function looksLikeKey(text: string): boolean {
  return KEY.test(text);
}

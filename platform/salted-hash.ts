import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'perktree-text-1\n';
const SALT_BYTES = 32;

/** A new salt in hex: 256 random bits for each text. */
export function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('hex');
}

/**
 * The hash by which an event refers to a text outside the events (docs/decisions/0072): SHA-256 over the ASCII text
 * `perktree-text-1` with a line feed, the 32 bytes of the salt, and the text in UTF-8. In hex. The salt has a fixed length, so
 * no two pairs of salt and text have the same bytes.
 * @param salt 64 hex digits
 */
export function saltedHash(salt: string, text: string): string {
  const bytes = Buffer.from(salt, 'hex');
  if (bytes.length !== SALT_BYTES) throw new Error(`a salt has ${SALT_BYTES} bytes, not ${bytes.length}`);
  return createHash('sha256').update(PREFIX, 'ascii').update(bytes).update(text, 'utf8').digest('hex');
}

import { randomBytes } from 'node:crypto';

const ID_BYTES = 16;

/** A token of ids and a random secret, base64url. The ids find the stream without an index; the secret cannot be guessed. */
export function newIdToken(ids: readonly string[], secretBytes: number): string {
  return Buffer.concat([Buffer.from(ids.join('').replaceAll('-', ''), 'hex'), randomBytes(secretBytes)]).toString(
    'base64url',
  );
}

/** The ids in a token, not yet checked against what is stored. Empty: not such a token. */
export function idsOfToken(token: string, count: number, secretBytes: number): readonly string[] {
  const bytes = Buffer.from(token, 'base64url');
  // Buffer ignores invalid characters, so accept the canonical spelling only.
  if (bytes.length !== count * ID_BYTES + secretBytes || bytes.toString('base64url') !== token) return [];
  return Array.from({ length: count }, (_, n) =>
    bytes
      .toString('hex', n * ID_BYTES, (n + 1) * ID_BYTES)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );
}

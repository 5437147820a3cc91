import { randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const SECRET_BYTES = 16;

/**
 * The content of the customer's own QR: the scan's id and 128 random bits, base64url. The id finds the scan without an
 * index; the random bits make the token a secret.
 */
export function newRedemptionToken(scanId: string): string {
  return Buffer.concat([Buffer.from(scanId.replaceAll('-', ''), 'hex'), randomBytes(SECRET_BYTES)]).toString(
    'base64url',
  );
}

/** The scan id in a token, not yet checked against the scan; null: not a redemption token. */
export function scanIdOfToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // Buffer ignores invalid characters, so accept the canonical spelling only.
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.toString('hex', 0, ID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Constant-time comparison. */
export function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

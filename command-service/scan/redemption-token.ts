import { randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const SECRET_BYTES = 16;

/**
 * What the customer's own QR shows staff: the scan's id and 128 random bits, base64url. It leads to its scan without an
 * index; the random bits are what makes it a secret.
 */
export function newRedemptionToken(scanId: string): string {
  return Buffer.concat([Buffer.from(scanId.replaceAll('-', ''), 'hex'), randomBytes(SECRET_BYTES)]).toString(
    'base64url',
  );
}

/** The scan that a token claims to be of; null for what cannot be a redemption token. */
export function scanIdOfToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // Buffer skips what is not base64url: only the one spelling of the bytes counts.
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.toString('hex', 0, ID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Compares in a time that does not tell how much of the token was right. */
export function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { timingSafeEqual } from 'node:crypto';
import { idsOfToken, newIdToken } from '../http/id-token.ts';

const SECRET_BYTES = 16;

/** The content of the customer's own QR: the scan's id and 128 random bits. */
export const newRedemptionToken = (scanId: string): string => newIdToken([scanId], SECRET_BYTES);

/** The scan id in a token, not yet checked against the scan; null: not a redemption token. */
export const scanIdOfToken = (token: string): string | null => idsOfToken(token, 1, SECRET_BYTES)[0] ?? null;

/** Constant-time comparison. */
export function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { createHash } from 'node:crypto';

/** A UUID derived from a name, so that every contender finds the same rows. */
export function idOf(name: string): string {
  const hex = createHash('md5').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** The token of a printed QR: 22 characters of base64url. */
export function linkTokenOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}

/** The redemption token of a scan: its id and 128 bits (command-service/scan/find-scan.ts). */
export function redemptionTokenOf(scanId: string): string {
  const secret = createHash('md5').update(`secret of ${scanId}`).digest();
  return Buffer.concat([Buffer.from(scanId.replaceAll('-', ''), 'hex'), secret]).toString('base64url');
}

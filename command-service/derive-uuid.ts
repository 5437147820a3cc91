import { createHash } from 'node:crypto';

/**
 * A UUID (version 8, RFC 9562) that depends on nothing but its parts: the same parts give the same id in any process, so
 * that a repeated command makes the same ids. Parts are kept apart by their lengths.
 */
export function deriveUuid(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const text = String(part);
    hash.update(`${text.length}:${text}`);
  }
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

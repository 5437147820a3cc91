import { hash } from 'node:crypto';

/**
 * A UUID (version 8, RFC 9562) that depends on nothing but its parts: the same parts give the same id in any process, so
 * that a repeated command makes the same ids. Parts are kept apart by their lengths.
 */
export function deriveUuid(...parts: readonly (string | number)[]): string {
  const text = parts.map((part) => `${String(part).length}:${part}`).join('');
  // In one call: a command derives several, and a hash object costs more than the hashing.
  const hex = hash('sha256', text, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

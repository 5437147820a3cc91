import { hash } from 'node:crypto';

/**
 * A deterministic UUID (version 8, RFC 9562): the same parts give the same id in every process, so a repeated command
 * creates the same ids. Each part is prefixed by its length, so that ('a', 'b') and ('ab') differ.
 */
export function deriveUuid(...parts: readonly (string | number)[]): string {
  const text = parts.map((part) => `${String(part).length}:${part}`).join('');
  // `hash` is faster than `createHash`, and a command derives several ids.
  const hex = hash('sha256', text, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

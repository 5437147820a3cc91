import { hash } from 'node:crypto';
import { uuidOfHash } from '@perktree/contracts/kernel/uuid';

/**
 * A deterministic UUID (version 8, RFC 9562): the same parts give the same id in every process, so a repeated command
 * creates the same ids. Each part is prefixed by its length, so that ('a', 'b') and ('ab') differ.
 */
export function deriveUuid(...parts: readonly (string | number)[]): string {
  const text = parts.map((part) => `${String(part).length}:${part}`).join('');
  // `hash` is faster than `createHash`, and a command derives several ids.
  return uuidOfHash(hash('sha256', text, 'hex'));
}

import { createHash } from 'node:crypto';
import { HEADERS } from '@perktree/contracts/kernel/call';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import type { FastifyRequest } from 'fastify';

/** Longest `Idempotency-Key`, in characters. */
const MAX_KEY_LENGTH = 200;

/**
 * The request's `Idempotency-Key`; null when it has none.
 * @throws Refused VALIDATION_FAILED for an empty one or one that is too long
 */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers[HEADERS.idempotencyKey.toLowerCase()];
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key.length > 0 && key.length <= MAX_KEY_LENGTH) return key;
  throw key.length === 0
    ? invalidField(HEADERS.idempotencyKey, 'REQUIRED')
    : invalidField(HEADERS.idempotencyKey, 'TOO_LONG', { max: MAX_KEY_LENGTH });
}

/** What makes two requests the same one: method, path with query, and body. The order of a body's fields does not count. */
export function requestHash(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${canonicalJson(request.body)}`)
    .digest('base64url');
}

function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}

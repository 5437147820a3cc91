import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import type { z } from 'zod';

/** Where the next page of a list begins, as a client sends it back. */
export const encodeCursor = (cursor: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/**
 * The cursor of a request; null without one.
 * @throws Refused 400 for a cursor that this list has not handed out
 */
export function parseCursor<C>(query: { readonly cursor?: string | undefined }, schema: z.ZodType<C>): C | null {
  if (query.cursor === undefined) return null;
  const parsed = schema.safeParse(decoded(query.cursor));
  if (!parsed.success) throw invalidField('cursor', 'NOT_A_CURSOR');
  return parsed.data;
}

/** Undefined: not a cursor. Its parts may be anything. */
function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

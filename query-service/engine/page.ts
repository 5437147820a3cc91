import { DEFAULT_PAGE_SIZE, HEADERS, isoTime } from '@perktree/contracts/kernel/call';
import { encodeCursor, parseCursor } from '@perktree/platform/cursor';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** Where a page begins: the sort values of the last row before it. */
export type Cursor = readonly (string | number)[];

export interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface Page<C extends Cursor> {
  readonly limit: number;
  /** Null: from the start. */
  readonly after: C | null;
}

/** The cursor of a list that is sorted by time and id. */
export const timeAndId = z.tuple([isoTime, z.uuid()]);
export type TimeAndId = z.infer<typeof timeAndId>;

/** @throws Refused 400 for a cursor that this list did not hand out */
export function pageOf<C extends Cursor>(query: PageRequest, cursor: z.ZodType<C>): Page<C> {
  return { limit: query.limit ?? DEFAULT_PAGE_SIZE, after: parseCursor(query, cursor) };
}

/**
 * Removes the extra row and sets the header with the cursor of the next page.
 * @param rows read with a limit of `page.limit + 1`
 */
export function cutPage<Row, C extends Cursor>(
  reply: FastifyReply,
  page: Page<C>,
  rows: readonly Row[],
  cursorOf: (row: Row) => C,
): readonly Row[] {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  if (rows.length > page.limit && last !== undefined) reply.header(HEADERS.nextCursor, encodeCursor(cursorOf(last)));
  return shown;
}

import { DEFAULT_PAGE_SIZE } from '@perktree/contracts/kernel/call';
import { encodeCursor, parseCursor } from '@perktree/platform/cursor';
import { z } from 'zod';

/** Where an event is on a timeline: newest first, in the order of the store, in which its clocks may go back a little. */
export interface Place {
  /** The event's effective time, as rows of read models have it: ISO 8601 UTC, with milliseconds. */
  readonly at: string;
  readonly position: bigint;
}

export interface TimelinePage {
  readonly limit: number;
  /** Events before this place; null: from the newest on. */
  readonly before: Place | null;
}

const cursorSchema = z.tuple([z.iso.datetime(), z.string().regex(/^\d{1,18}$/)]);

/** @throws Refused 400 for a cursor that no timeline has handed out */
export function timelinePageOf(query: { limit?: number | undefined; cursor?: string | undefined }): TimelinePage {
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const cursor = parseCursor(query, cursorSchema);
  return { limit, before: cursor && { at: cursor[0], position: BigInt(cursor[1]) } };
}

export function cursorOf({ at, position }: Place): string {
  return encodeCursor([at, position.toString()]);
}

/** Negative where `a` is the newer one. */
export function newestFirst(a: Pick<Place, 'position'>, b: Pick<Place, 'position'>): number {
  return a.position < b.position ? 1 : a.position > b.position ? -1 : 0;
}

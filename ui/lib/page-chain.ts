import type { ListPage } from './api.ts';

/** Where a page of a list begins. It links to the previous page, so that a dropped page can be loaded again. */
export interface PagePlace {
  /** Null for the first page. */
  readonly cursor: string | null;
  /** Position in the list of the page's first row, from 0. */
  readonly index: number;
  /** Number of matching rows; null if the list is not counted. */
  readonly total: number | null;
  readonly previous: PagePlace | null;
}

export const FIRST_PLACE: PagePlace = { cursor: null, index: 0, total: null, previous: null };

/** Null after the last page. */
export function nextPlace(page: ListPage, place: PagePlace): PagePlace | null {
  if (page.nextCursor === null) return null;
  return {
    cursor: page.nextCursor,
    index: place.index + page.items.length,
    total: page.total ?? place.total,
    previous: place,
  };
}

/** Consecutive loaded pages, as TanStack Query keeps them. */
export interface PageChain {
  readonly pages: readonly ListPage[];
  readonly pageParams: readonly PagePlace[];
}

/**
 * Whether each page ends where the next one begins. A dropped page that was loaded again may end earlier, because rows were
 * added to it. Then rows would be missing before the next page.
 */
export function isUnbroken({ pages, pageParams }: PageChain): boolean {
  return pageParams.slice(1).every(({ cursor }, n) => pages[n]?.nextCursor === cursor);
}

/** Number of matching rows, as the first page counted them; null if the list is not counted. */
export function totalOf({ pages, pageParams }: PageChain): number | null {
  return pages[0]?.total ?? pageParams[0]?.total ?? null;
}

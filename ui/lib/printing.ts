import { useEffect, useId, useSyncExternalStore } from 'react';

/** No more rows of a list are loaded for a print when it has so many. */
const MOST_PRINTED_ROWS = 2_000;

export interface Printing {
  /** `loading`: rows and panels that are not shown are loaded. `paper`: the page is laid out for the printer. */
  readonly phase: 'screen' | 'loading' | 'paper';
  /** Whether this print loads what the page has not loaded. The browser's own menu prints at once what there is. */
  readonly isWhole: boolean;
}

export const ON_SCREEN: Printing = { phase: 'screen', isWhole: false };
let printing = ON_SCREEN;
const listeners = new Set<() => void>();
/** Lists that have more rows to load for the print. */
const waiting = new Set<string>();

export const printingNow = (): Printing => printing;
/** Whether a list still loads rows for the print. */
export const isWaiting = (): boolean => waiting.size > 0;

export function setPrinting(next: Printing): void {
  printing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePrinting = (): Printing => useSyncExternalStore(subscribe, printingNow, printingNow);

/** Whether everything is loaded and opened for a print. */
export function useWholePrint(): boolean {
  const { phase, isWhole } = usePrinting();
  return isWhole && phase !== 'screen';
}

/** What a print needs of a list that is loaded page by page. */
interface PagedList {
  readonly items: readonly unknown[] | undefined;
  /** Place of the first loaded row, from 0. */
  readonly firstIndex: number;
  readonly hasMore: boolean;
  readonly error: unknown;
  readonly isLoading: boolean;
  loadMore(): void;
  loadPrevious(): void;
}

/** Whether a print loads more rows of a list. */
export const lacksRows = ({
  items,
  firstIndex,
  hasMore,
  error,
}: Pick<PagedList, 'items' | 'firstIndex' | 'hasMore' | 'error'>): boolean =>
  error === null && items !== undefined && (firstIndex > 0 || (hasMore && items.length < MOST_PRINTED_ROWS));

/** Loads the rows of a list for a print, up to the limit. */
export function usePrintedRows(list: PagedList): void {
  const id = useId();
  const { phase } = usePrinting();
  const isShort = phase === 'loading' && lacksRows(list);
  useEffect(() => {
    if (!isShort) return;
    waiting.add(id);
    return () => void waiting.delete(id);
  }, [isShort, id]);
  useEffect(() => {
    if (!isShort || list.isLoading) return;
    if (list.firstIndex > 0) list.loadPrevious();
    else list.loadMore();
  });
}

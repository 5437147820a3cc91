import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { observable } from './observable.ts';

/** Loads the rows and panels that the page has not loaded, then opens the browser's print dialog. */
export async function printPage(client: QueryClient): Promise<void> {
  if (printing.get().phase !== 'screen') return;
  flushSync(() => setPrinting({ phase: 'loading', isWhole: true }));
  // A panel that has come may load another one: wait for two quiet looks.
  for (let quiet = 0; quiet < 2; ) {
    await nextFrame();
    if (printing.get().phase !== 'loading') return;
    const isLoading = isWaiting() || client.isFetching() > 0 || document.querySelector(SPINNER) !== null;
    quiet = isLoading ? 0 : quiet + 1;
  }
  toPaper({ phase: 'paper', isWhole: true });
  await document.fonts.ready;
  // Charts measure their new width.
  await nextFrame();
  await nextFrame();
  window.print();
}

/** Stands for what is loaded without a call, such as charts. */
const SPINNER = 'main .MuiCircularProgress-root';

const nextFrame = () => new Promise((then) => requestAnimationFrame(then));

let shown: { readonly top: number; readonly theme: string | undefined } | null = null;

/** Paper is white: dark colours would print as dark pages. */
function toPaper(next: Printing): void {
  shown ??= { top: window.scrollY, theme: document.documentElement.dataset.theme };
  document.documentElement.dataset.theme = 'light';
  flushSync(() => setPrinting(next));
}

function toScreen(): void {
  if (shown === null) return;
  const { top, theme } = shown;
  shown = null;
  if (theme === undefined) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  flushSync(() => setPrinting(ON_SCREEN));
  window.scrollTo({ top, behavior: 'instant' });
}

/** Prints with the browser's keys and menu. @returns what ends it */
export function watchPrinting(client: QueryClient): () => void {
  const watch = new AbortController();
  const { signal } = watch;
  addEventListener(
    'keydown',
    (event) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
      if (!isPrint) return;
      event.preventDefault();
      void printPage(client);
    },
    { signal },
  );
  // From the browser's menu: what is loaded is printed, and the page says what is missing.
  addEventListener(
    'beforeprint',
    () => {
      if (printing.get().phase !== 'paper') toPaper({ phase: 'paper', isWhole: false });
    },
    { signal },
  );
  addEventListener('afterprint', toScreen, { signal });
  return () => watch.abort();
}

/** No more rows of a list are loaded for a print when it has so many. */
const MAX_PRINTED_ROWS = 2_000;

export interface Printing {
  /** `loading`: rows and panels that are not shown are loaded. `paper`: the page is laid out for the printer. */
  readonly phase: 'screen' | 'loading' | 'paper';
  /** Whether this print loads what the page has not loaded. The browser's own menu prints at once what there is. */
  readonly isWhole: boolean;
}

export const ON_SCREEN: Printing = { phase: 'screen', isWhole: false };
const printing = observable(ON_SCREEN);
/** Lists that have more rows to load for the print. */
const waiting = new Set<string>();

/** Whether a list still loads rows for the print. */
export const isWaiting = (): boolean => waiting.size > 0;

export const setPrinting = printing.set;
export const usePrinting = (): Printing => useSyncExternalStore(printing.subscribe, printing.get, printing.get);

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
  error === null && items !== undefined && (firstIndex > 0 || (hasMore && items.length < MAX_PRINTED_ROWS));

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

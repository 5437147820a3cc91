import type { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { isWaiting, ON_SCREEN, type Printing, printingNow, setPrinting } from './printing.ts';

/** Loads the rows and panels that the page has not loaded, then opens the browser's print dialog. */
export async function printPage(client: QueryClient): Promise<void> {
  if (printingNow().phase !== 'screen') return;
  flushSync(() => setPrinting({ phase: 'loading', isWhole: true }));
  // A panel that has come may load another one: wait for two quiet looks.
  for (let quiet = 0; quiet < 2; ) {
    await nextFrame();
    if (printingNow().phase !== 'loading') return;
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
function toPaper(printing: Printing): void {
  shown ??= { top: window.scrollY, theme: document.documentElement.dataset.theme };
  document.documentElement.dataset.theme = 'light';
  flushSync(() => setPrinting(printing));
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
      if (printingNow().phase !== 'paper') toPaper({ phase: 'paper', isWhole: false });
    },
    { signal },
  );
  addEventListener('afterprint', toScreen, { signal });
  return () => watch.abort();
}

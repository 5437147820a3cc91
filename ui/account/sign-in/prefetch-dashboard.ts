import type { Language } from '@perktree/contracts/kernel/languages';

/** Script and style files that the dashboard loads first, by language. vite.public.config.ts defines it. */
declare const DASHBOARD_FILES: Readonly<Record<Language, readonly string[]>>;

/**
 * Loads the dashboard's files into the browser's cache, at low priority and after the page itself: a login is mostly followed by it.
 * @returns stops it, if it has not begun
 */
export function prefetchDashboard(language: Language): () => void {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  // There are no built files in development.
  if (!import.meta.env.PROD || connection?.saveData) return () => {};
  const stop = new AbortController();
  const begin = () => {
    for (const href of DASHBOARD_FILES[language]) {
      const as = href.endsWith('.css') ? 'style' : 'script';
      if (!document.querySelector(`link[href="${href}"]`))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as, href }));
    }
  };
  // Safari has no requestIdleCallback. Nothing else waits for the page once it has loaded.
  const whenIdle = () => setTimeout(() => stop.signal.aborted || begin(), IDLE_MS);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true, signal: stop.signal });
  return () => stop.abort();
}

/** After `load`: the words that a person needs to type an address and a password. */
const IDLE_MS = 1_000;

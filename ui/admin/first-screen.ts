import { calls } from '@perktree/contracts/catalogue/calls';
import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import { pageSaysSignedOut } from '../lib/brand.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { loadShell, OPEN_SCREENS, SCREENS } from './screens.ts';

/** What the first screen needs. React would request each part only after the one before had arrived. */
interface FirstScreen {
  /** Text catalogues (ui/locales). */
  readonly words: readonly string[];
  /** Requests its files in parallel, and resolves after them. If a request fails, the screen repeats it and shows the error. */
  readonly load: () => Promise<unknown>;
}

export function firstScreen(pathname: string): FirstScreen {
  const guarded = find(SCREENS, pathname);
  const screen = guarded ?? find(OPEN_SCREENS, pathname);
  // Guarded screens send a signed-out visitor to the login page, which is another document.
  if (screen === undefined || (guarded && pageSaysSignedOut())) return { words: [], load: async () => {} };
  const isFramed = screen === guarded;
  return {
    words: isFramed ? ['shell', screen.words] : [screen.words],
    load: () => Promise.allSettled([screen.load(), ...(isFramed ? [loadShell()] : [])]),
  };
}

/** Requests the user, then the role, unless the page says that the visitor is signed out. AuthProvider shows a failure. */
export function requestAccount(client: QueryClient): void {
  if (pageSaysSignedOut()) return;
  client
    .fetchQuery({ queryKey: queryKeyOf(calls.user) })
    .then(() => client.prefetchQuery({ queryKey: queryKeyOf(calls.userRole) }))
    .catch(() => {});
}

function find<S>(screens: Readonly<Record<string, S>>, pathname: string): S | undefined {
  return Object.entries(screens).find(([path]) => matchPath(path, pathname))?.[1];
}

import { calls } from '@perktree/contracts/catalogue/calls';
import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import { pageSaysSignedOut } from '../lib/brand.ts';
import { queryKeyOf } from '../lib/use-api.ts';
import { type GuardedPath, type GuardedScreen, OPEN_SCREENS, SCREENS, type Screen } from './screens.ts';
import type { MenuItem } from './shell.tsx';

export const menuOf = (role: Role): readonly MenuItem[] =>
  Object.entries<Screen & Partial<GuardedScreen>>({ ...OPEN_SCREENS, ...SCREENS }).flatMap(([path, { menu, roles }]) =>
    menu && (menu.roles ?? roles)?.includes(role) ? [{ path, ...menu }] : [],
  );

/** Loaded separately from the screens, because the login page does not need it. */
export const loadShell = () => import('./shell.tsx');

type Passage = 'wait' | 'allow' | 'sign-in' | '/mobile-scanner' | '/audit' | '/';

/** What happens when a route is opened: show it, wait, sign in, or go to the role's home. */
export function passage(path: GuardedPath, auth: { readonly isLoading: boolean; readonly role: Role | null }): Passage {
  if (auth.isLoading) return 'wait';
  if (auth.role === null) return 'sign-in';
  if (SCREENS[path].roles.includes(auth.role)) return 'allow';
  if (auth.role === 'auditor') return '/audit';
  return auth.role === 'customer' ? '/mobile-scanner' : '/';
}

export function roleFor(path: GuardedPath, held: readonly Role[]): Role | undefined {
  return ROLES.find((role) => held.includes(role) && SCREENS[path].roles.includes(role));
}

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

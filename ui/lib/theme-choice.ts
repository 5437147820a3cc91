import { localStore } from './storage.ts';

/** Under this key the choice is kept in the browser: `light`, `dark` or `system`. */
export const THEME_KEY = 'theme';
export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** What a choice comes to; nothing chosen, or something unknown, is the system's. */
export function shownTheme(kept: string | null, systemIsDark: boolean): 'light' | 'dark' {
  if (kept === 'light' || kept === 'dark') return kept;
  return systemIsDark ? 'dark' : 'light';
}

/** For this browser: the application reads it in its storage, and the server, for the public pages, in a cookie. */
export function keepTheme(choice: ThemeChoice): void {
  localStore.set(THEME_KEY, choice);
  noteForServer(choice);
}

function noteForServer(choice: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${THEME_KEY}=${choice}; path=/; max-age=31536000; samesite=lax`;
}

/** Puts the kept theme on the page before anything is drawn, so that it does not flash in the other one. */
export function applyKeptTheme(): void {
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const kept = localStore.get(THEME_KEY);
  document.documentElement.dataset.theme = shownTheme(kept, systemIsDark);
  if (kept !== null) noteForServer(kept);
}

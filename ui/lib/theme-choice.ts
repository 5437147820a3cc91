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

/** Puts the kept theme on the page before anything is drawn, so that it does not flash in the other one. */
export function applyKeptTheme(): void {
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = shownTheme(localStore.get(THEME_KEY), systemIsDark);
}

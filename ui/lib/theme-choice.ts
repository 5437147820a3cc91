import { localStore, saveCookie } from './storage.ts';

/** Storage key of the choice: `light`, `dark` or `system`. */
export const THEME_KEY = 'theme';
export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** No choice, or an unknown one, means the system's theme. */
export function shownTheme(kept: string | null, systemIsDark: boolean): 'light' | 'dark' {
  if (kept === 'light' || kept === 'dark') return kept;
  return systemIsDark ? 'dark' : 'light';
}

/** In storage for the application, and in a cookie for the server's public pages. */
export function saveTheme(choice: ThemeChoice): void {
  localStore.set(THEME_KEY, choice);
  saveCookie(THEME_KEY, choice);
}

/** Applies the saved theme before the first paint, to avoid a flash of the other theme. */
export function applySavedTheme(): void {
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const kept = localStore.get(THEME_KEY);
  document.documentElement.dataset.theme = shownTheme(kept, systemIsDark);
  if (kept !== null) saveCookie(THEME_KEY, kept);
}

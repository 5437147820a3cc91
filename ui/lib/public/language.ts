import { localStore, saveCookie } from '../storage.ts';
import { LANGUAGES, type Language } from './languages.ts';

const KEY = 'language';

/** The first supported language of these tags, else English. */
export function firstSupported(tags: readonly (string | null)[]): Language {
  for (const tag of tags) {
    const known = LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return 'en';
}

/** The language that the address asks for (`?lang=es`), else the saved one, else one of the browser's. */
export const preferredLanguage = (asked: string | null = null): Language =>
  firstSupported([asked, localStore.get(KEY), ...navigator.languages]);

/** In storage for all pages, and in a cookie for pages and mails that the server writes. */
export function saveLanguage(language: Language): void {
  localStore.set(KEY, language);
  saveCookie(KEY, language);
}

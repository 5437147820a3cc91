import { type Language, supportedLanguage } from '@perktree/contracts/kernel/languages';
import { localStore, saveCookie } from '../storage.ts';

const KEY = 'language';

/** The language that the address asks for (`?lang=es`), else the saved one, else one of the browser's. */
export const preferredLanguage = (asked: string | null = null): Language =>
  supportedLanguage([asked, localStore.get(KEY), ...navigator.languages]) ?? 'en';

/** In storage for all pages, and in a cookie for pages and mails that the server writes. */
export function saveLanguage(language: Language): void {
  localStore.set(KEY, language);
  saveCookie(KEY, language);
}

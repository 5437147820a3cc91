import { localStore } from '../storage.ts';
import { LANGUAGES, type Language } from './words.ts';

/** The application keeps its choice under the same key (lib/i18n.ts). */
const KEY = 'language';

/** The language that the address asks for (`?lang=es`), else the one chosen before, else the browser's first one that there is, else English. */
export function currentLanguage(): Language {
  const wanted = [new URLSearchParams(location.search).get('lang'), localStore.get(KEY), ...navigator.languages];
  for (const tag of wanted) {
    const known = LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return 'en';
}

/** For this browser: the application reads it in its storage, and the server, for the next public page, in a cookie. */
export function keepLanguage(language: Language): void {
  localStore.set(KEY, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
}

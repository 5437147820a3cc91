import { localStore } from '../storage.ts';
import { LANGUAGES, type Language } from './words.ts';

/** The application uses the same key (lib/i18n.ts). */
const KEY = 'language';

/** The address's language (`?lang=es`), else the saved one, else the browser's first supported one, else English. */
export function currentLanguage(): Language {
  const wanted = [new URLSearchParams(location.search).get('lang'), localStore.get(KEY), ...navigator.languages];
  for (const tag of wanted) {
    const known = LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return 'en';
}

/** In storage for the application, and in a cookie for the server's next public page. */
export function saveLanguage(language: Language): void {
  localStore.set(KEY, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
}

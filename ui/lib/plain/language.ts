import { localStore } from '../storage.ts';
import { LANGUAGES, type Language } from './words.ts';

/** The application keeps its choice under the same key (lib/i18n.ts). */
const KEY = 'language';

/** The language chosen before, else the browser's first one that there is, else English. */
export function currentLanguage(): Language {
  const wanted = [localStore.get(KEY), ...navigator.languages];
  for (const tag of wanted) {
    const known = LANGUAGES.find((language) => tag?.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return 'en';
}

export function keepLanguage(language: Language): void {
  localStore.set(KEY, language);
}

import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from './public/words.ts';
import { localStore } from './storage.ts';

const KEY = 'language';

/** One catalogue for each feature and language, loaded when the feature is first shown. */
const catalogues = import.meta.glob<Record<string, unknown>>('../locales/*/*.json', { import: 'default' });

const lazyCatalogues: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = catalogues[`../locales/${language}/${namespace}.json`];
    if (!load) return done(new Error(`no catalogue ${language}/${namespace}`), null);
    load().then(
      (catalogue) => done(null, catalogue),
      (error: Error) => done(error, null),
    );
  },
};

/** The saved language, else the browser's first supported one, else English. */
export function preferredLanguage(kept: string | null, wanted: readonly string[]): Language {
  const known = (tag: string | null): Language | undefined => LANGUAGES.find((l) => tag?.toLowerCase().startsWith(l));
  return known(kept) ?? wanted.map(known).find((l) => l !== undefined) ?? 'en';
}

/** @param words catalogues that the first screen needs, requested together with `common` */
export async function startI18n(words: readonly string[]): Promise<void> {
  await i18next
    .use(lazyCatalogues)
    .use(initReactI18next)
    .init({
      lng: preferredLanguage(localStore.get(KEY), navigator.languages),
      fallbackLng: 'en',
      supportedLngs: LANGUAGES,
      ns: ['common', ...words],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
      showSupportNotice: false,
    });
  document.documentElement.lang = i18next.language;
}

export async function setLanguage(language: Language): Promise<void> {
  localStore.set(KEY, language);
  // For pages and mails that the server writes.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

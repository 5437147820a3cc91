import { isolated } from '@perktree/contracts/kernel/isolated';
import { LANGUAGES, type Language } from '@perktree/contracts/kernel/languages';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preferredLanguage, saveLanguage } from './public/language.ts';

type Catalogue = Record<string, unknown>;

/** A screen's own texts, loaded when it is first shown. */
const ofScreens = import.meta.glob<Catalogue>('../locales/*/*.json', { import: 'default' });
/** Texts that several screens share, loaded at start: a component that loads its texts hides the whole screen meanwhile. */
const ofAll = import.meta.glob<Record<string, Catalogue>>('../locales/*/shared/shared-texts.ts', { import: 'default' });

const catalogues: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    load(language, namespace).then(
      (catalogue) => done(null, catalogue),
      // `true` requests a retry: i18next makes five within 11 s.
      (error: Error) => done(error, true),
    );
  },
};

async function load(language: string, namespace: string): Promise<Catalogue> {
  const own = ofScreens[`../locales/${language}/${namespace}.json`];
  if (own) return own();
  const shared = (await ofAll[`../locales/${language}/shared/shared-texts.ts`]?.()) ?? {};
  for (const [path, texts] of Object.entries(shared)) i18next.addResourceBundle(language, nameOf(path), texts);
  const catalogue = shared[`./${namespace}.json`];
  if (!catalogue) throw new Error(`no catalogue ${language}/${namespace}`);
  return catalogue;
}

const nameOf = (path: string) => path.replace(/^\.\/|\.json$/g, '');

/** @param words catalogues that the first screen needs, requested together with `common` */
export async function startI18n(words: readonly string[]): Promise<void> {
  await i18next
    .use(catalogues)
    .use(initReactI18next)
    .init({
      lng: preferredLanguage(),
      // All catalogues have the same keys (ui/locales/catalogues.spec.ts), so no fallback needs to be loaded.
      fallbackLng: false,
      supportedLngs: LANGUAGES,
      ns: ['common', ...words],
      defaultNS: 'common',
      // i18next calls this escaping; React escapes.
      interpolation: { escapeValue: true, escape: isolated },
      returnNull: false,
      showSupportNotice: false,
    });
  document.documentElement.lang = i18next.language;
}

export async function setLanguage(language: Language): Promise<void> {
  saveLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

import type { Language } from '@perktree/contracts/kernel/languages';
import type { BootstrapData } from '../lib/public/bootstrap-data.ts';
import { preferredLanguage } from '../lib/public/language.ts';

export interface PageSettings {
  readonly language: Language;
  /** The page's catalogue: landing.json or link-pages.json. */
  readonly words: unknown;
  readonly brand: string;
  readonly data: BootstrapData | null;
  /** Time zone of shown times. Default: the visitor's own. */
  readonly timeZone?: string;
}

type Catalogue = keyof typeof CATALOGUES;

/** Loads the texts of a page in a language other than the server-rendered one. */
export async function loadWords(page: Catalogue, language: Language): Promise<unknown> {
  return (await CATALOGUES[page][language]()).default;
}

/** The texts of the page's bootstrap data, unless the visitor chose another language that can be loaded. */
export async function wordsFor(
  page: Catalogue,
  bootstrap: BootstrapData | null,
): Promise<{ language: Language; words: unknown }> {
  const language = preferredLanguage(new URLSearchParams(location.search).get('lang'));
  if (bootstrap?.language === language) return bootstrap;
  try {
    return { language, words: await loadWords(page, language) };
  } catch (error) {
    if (!bootstrap) throw error;
    return bootstrap;
  }
}

const CATALOGUES = {
  landing: { en: () => import('../locales/en/landing.json'), es: () => import('../locales/es/landing.json') },
  link: { en: () => import('../locales/en/link-pages.json'), es: () => import('../locales/es/link-pages.json') },
  account: { en: () => import('../locales/en/accounts.json'), es: () => import('../locales/es/accounts.json') },
} satisfies Record<string, Record<Language, () => Promise<{ default: unknown }>>>;

import type { Language } from '../lib/public/words.ts';
import type { PublicPage } from './page-of-path.ts';

/** Loads the texts of a page in a language other than the server-rendered one. */
export async function loadWords(page: PublicPage['page'], language: Language): Promise<unknown> {
  return (await CATALOGUES[page][language]()).default;
}

const CATALOGUES = {
  landing: { en: () => import('../locales/en/landing.json'), es: () => import('../locales/es/landing.json') },
  link: { en: () => import('../locales/en/link-pages.json'), es: () => import('../locales/es/link-pages.json') },
} satisfies Record<PublicPage['page'], Record<Language, () => Promise<{ default: unknown }>>>;

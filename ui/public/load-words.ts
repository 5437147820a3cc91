import type { Language } from '../lib/plain/words.ts';
import type { PublicPage } from './page-of-path.ts';

/** The words of a page in a language that the server did not send: the reader has chosen another one than the browser's. */
export async function loadWords(page: PublicPage['page'], language: Language): Promise<unknown> {
  return (await CATALOGUES[page][language]()).default;
}

const CATALOGUES = {
  landing: { en: () => import('../locales/en/landing.json'), es: () => import('../locales/es/landing.json') },
  link: { en: () => import('../locales/en/link-pages.json'), es: () => import('../locales/es/link-pages.json') },
} satisfies Record<PublicPage['page'], Record<Language, () => Promise<{ default: unknown }>>>;

import { toasts } from '../features/link-pages/toasts.tsx';
import { saveLanguage } from '../lib/public/language.ts';
import type { Language } from '../lib/public/words.ts';
import base from '../public/base.css?inline';
import { landingElement } from '../public/landing-element.tsx';
import { linkElement } from '../public/link-element.tsx';
import { loadWords } from '../public/load-words.ts';
import { pageOfPath } from '../public/page-of-path.ts';
import pages from '../public/pages.css?inline';
import { PHONE, showPage } from './open-screen.tsx';

let links = 0;

/** The path of a link that no test before has opened: a page counts one scan of each link. */
export function newLink(kind: 'customer' | 'distributor'): string {
  links += 1;
  return `/scan/${kind}/link-${links}`;
}

/** Renders a public page, which has a bundle of its own, at a path: a link's page, else the landing page. */
export async function openPublicPage(
  path: string,
  { viewport = PHONE, language = 'en' as Language } = {},
): Promise<void> {
  const target = pageOfPath(path);
  saveLanguage(language);
  // They outlive the page of the test before.
  toasts.close();
  document.documentElement.lang = language;
  const settings = { language, words: await loadWords(target.page, language), brand: 'PerkTree', data: null };
  const element = target.page === 'link' ? linkElement(target, settings) : landingElement(settings);
  await showPage(path, viewport, element);
  // Beside the page, so that it leaves with it: the application has other styles.
  document.body.append(Object.assign(document.createElement('style'), { textContent: base + pages }));
}

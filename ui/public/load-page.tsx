import type { ReactElement } from 'react';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { CustomerPage } from '../features/link-pages/customer-page.tsx';
import { DistributorPage } from '../features/link-pages/distributor-page.tsx';
import type { Language } from '../lib/plain/words.ts';
import landing from '../locales/en/landing.json';
import linkPages from '../locales/en/link-pages.json';
import type { PublicPage } from './page-of-path.ts';

/** The page with its words. English is in the script; the page's other words are fetched by those who read them. */
export async function loadPage(page: PublicPage, language: Language): Promise<ReactElement> {
  if (page.page === 'landing') {
    const catalogue = language === 'en' ? landing : await orElse(landing, () => import('../locales/es/landing.json'));
    return <LandingPage language={language} catalogue={catalogue} />;
  }
  const catalogue =
    language === 'en' ? linkPages : await orElse(linkPages, () => import('../locales/es/link-pages.json'));
  const Page = page.kind === 'customer' ? CustomerPage : DistributorPage;
  return <Page token={page.token} language={language} catalogue={catalogue} />;
}

async function orElse<C>(english: C, load: () => Promise<{ default: C }>): Promise<C> {
  try {
    return (await load()).default;
  } catch {
    return english;
  }
}

import type { ReactElement } from 'react';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { CustomerPage } from '../features/link-pages/customer-page.tsx';
import { DistributorPage } from '../features/link-pages/distributor-page.tsx';
import type { Sent } from '../lib/plain/sent.ts';
import type { Language } from '../lib/plain/words.ts';
import type landing from '../locales/en/landing.json';
import type linkPages from '../locales/en/link-pages.json';
import type { PublicPage } from './page-of-path.ts';

export interface PageSettings {
  readonly language: Language;
  /** The page's catalogue: landing.json or link-pages.json. */
  readonly words: unknown;
  readonly brand: string;
  readonly sent: Sent | null;
  /** Of the times that are shown. Left out: the reader's own. */
  readonly timeZone?: string;
}

/** The page, as the server and then the script draw it. */
export function pageElement(page: PublicPage, { words, ...settings }: PageSettings): ReactElement {
  if (page.page === 'landing') return <LandingPage {...settings} catalogue={words as typeof landing} />;
  const Page = page.kind === 'customer' ? CustomerPage : DistributorPage;
  return <Page {...settings} token={page.token} catalogue={words as typeof linkPages} />;
}

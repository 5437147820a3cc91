import type { ReactElement } from 'react';
import { CustomerPage } from '../features/link-pages/customer-page.tsx';
import { DistributorPage } from '../features/link-pages/distributor-page.tsx';
import type linkPages from '../locales/en/link-pages.json';
import type { LinkPage } from './page-of-path.ts';
import type { PageSettings } from './page-settings.ts';

/** A link page as both the server and the script render it. */
export function linkElement({ kind, token }: LinkPage, { words, ...settings }: PageSettings): ReactElement {
  const Page = kind === 'customer' ? CustomerPage : DistributorPage;
  return <Page {...settings} token={token} catalogue={words as typeof linkPages} />;
}

import type { Language } from '@perktree/contracts/kernel/languages';
import type { ReactElement } from 'react';
import { saveLanguage } from '../lib/public/language.ts';
import { AccountPages } from '../public/account-element.tsx';
import accounts from '../public/accounts.css?inline';
import { LandingPage } from '../public/landing/landing-page.tsx';
import { loadWords, type PageSettings } from '../public/load-words.ts';
import { type AccountPath, accountPathOf, type PublicPage, pageOfPath } from '../public/page-of-path.ts';
import pages from '../public/pages.css?inline';
import { LinkPage } from '../scan/link-pages/link-page.tsx';
import { toasts } from '../scan/link-pages/toasts.tsx';
import { PHONE, showPage } from './open-screen.tsx';

let links = 0;

/** The path of a link that no test before has opened: a page counts one scan of each link. */
export function newLink(kind: 'customer' | 'distributor'): string {
  links += 1;
  return `/scan/${kind}/link-${links}`;
}

/** Renders a public page, which has a bundle of its own, at a path: a page for visitors without a session, a link's, else the landing page. */
export async function openPublicPage(
  path: string,
  { viewport = PHONE, language = 'en' as Language } = {},
): Promise<void> {
  const account = accountPathOf(path.replace(/[?#].*/, ''));
  const target = pageOfPath(path);
  saveLanguage(language);
  // They outlive the page of the test before.
  toasts.close();
  document.documentElement.lang = language;
  const words = await loadWords(account === null ? target.page : 'account', language);
  const settings = { language, words, brand: 'PerkTree', data: null };
  await showPage(path, viewport, elementOf(account, target, settings));
  // Beside the page, so that it leaves with it: the application has other styles.
  const styles = account === null ? pages : accounts;
  document.body.append(Object.assign(document.createElement('style'), { textContent: styles }));
}

function elementOf(account: AccountPath | null, target: PublicPage, settings: PageSettings): ReactElement {
  if (account !== null) return <AccountPages path={account} {...settings} />;
  return target.page === 'link' ? <LinkPage {...target} {...settings} /> : <LandingPage {...settings} />;
}

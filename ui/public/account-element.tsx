import type { ReactElement } from 'react';
import { AccountPages } from '../account/sign-in/account-pages.tsx';
import type accounts from '../locales/en/accounts.json';
import type { AccountPath } from './account-path.ts';
import type { PageSettings } from './page-settings.ts';

export function accountElement(path: AccountPath, { words, ...settings }: PageSettings): ReactElement {
  return <AccountPages {...settings} path={path} catalogue={words as typeof accounts} />;
}

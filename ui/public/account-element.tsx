import { type ComponentType, type ReactElement, useMemo, useState } from 'react';
import { AccountContext } from '../account/sign-in/account-form.tsx';
import {
  ForgotPasswordPage,
  PairDevicePage,
  RegisterPage,
  ResetPasswordPage,
  UnsubscribePage,
  VerifyEmailPage,
} from '../account/sign-in/account-pages.tsx';
import { LoginPage } from '../account/sign-in/login-page.tsx';
import type { BootstrapData } from '../lib/public/bootstrap-data.ts';
import { saveLanguage } from '../lib/public/language.ts';
import type { Language } from '../lib/public/languages.ts';
import { translator } from '../lib/public/words.ts';
import type accounts from '../locales/en/accounts.json';
import type english from '../locales/en/accounts.json';
import { loadWords, type PageSettings } from './load-words.ts';
import type { AccountPath } from './page-of-path.ts';

const PAGES: Readonly<Record<AccountPath, ComponentType>> = {
  '/login': LoginPage,
  '/register': RegisterPage,
  '/forgot-password': ForgotPasswordPage,
  '/reset-password': ResetPasswordPage,
  '/verify-email': VerifyEmailPage,
  '/unsubscribe': UnsubscribePage,
  '/pair-device': PairDevicePage,
};

/** The pages for visitors without a session, in the small bundle of the public pages. */
function AccountPages(props: {
  path: AccountPath;
  language: Language;
  catalogue: typeof english;
  brand: string;
  /** Null: the server did not render this page. */
  data: BootstrapData | null;
}) {
  const { path, brand, data } = props;
  const [{ language, catalogue }, setTexts] = useState({ language: props.language, catalogue: props.catalogue });
  const page = useMemo(() => {
    const choose = async (next: Language) => {
      saveLanguage(next);
      const words = (await loadWords('account', next)) as typeof english;
      document.documentElement.lang = next;
      setTexts({ language: next, catalogue: words });
    };
    return {
      t: translator(catalogue),
      language,
      brand,
      isSignedOut: data?.signedIn === false,
      // Without a network the language stays.
      chooseLanguage: (next: Language) => void choose(next).catch(() => {}),
    };
  }, [language, catalogue, brand, data]);
  const Page = PAGES[path];
  return (
    <AccountContext value={page}>
      <Page />
    </AccountContext>
  );
}

export function accountElement(path: AccountPath, { words, ...settings }: PageSettings): ReactElement {
  return <AccountPages {...settings} path={path} catalogue={words as typeof accounts} />;
}

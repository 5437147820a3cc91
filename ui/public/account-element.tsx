import type { Language } from '@perktree/contracts/kernel/languages';
import { type ComponentType, useMemo, useState } from 'react';
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
import { saveLanguage } from '../lib/public/language.ts';
import { translator } from '../lib/public/words.ts';
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
export function AccountPages({ path, brand, data, ...props }: PageSettings & { readonly path: AccountPath }) {
  const [{ language, words }, setTexts] = useState<Pick<PageSettings, 'language' | 'words'>>(props);
  const page = useMemo(() => {
    const choose = async (next: Language) => {
      saveLanguage(next);
      const loaded = await loadWords('account', next);
      document.documentElement.lang = next;
      setTexts({ language: next, words: loaded });
    };
    return {
      t: translator(words as typeof english),
      language,
      brand,
      isSignedOut: data?.signedIn === false,
      // Without a network the language stays.
      chooseLanguage: (next: Language) => void choose(next).catch(() => {}),
    };
  }, [language, words, brand, data]);
  const Page = PAGES[path];
  return (
    <AccountContext value={page}>
      <Page />
    </AccountContext>
  );
}

import { type ComponentType, useMemo, useState } from 'react';
import type { BootstrapData } from '../../lib/public/bootstrap-data.ts';
import { saveLanguage } from '../../lib/public/language.ts';
import type { Language } from '../../lib/public/languages.ts';
import { translator } from '../../lib/public/words.ts';
import type english from '../../locales/en/accounts.json';
import type { AccountPath } from '../../public/account-path.ts';
import { loadWords } from '../../public/load-words.ts';
import { AccountContext } from './account-context.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { LoginPage } from './login-page.tsx';
import { PairDevicePage } from './pair-device-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { UnsubscribePage } from './unsubscribe-page.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';

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
export function AccountPages(props: {
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
      ...{ t: translator(catalogue), language, brand, isSignedOut: data?.signedIn === false },
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

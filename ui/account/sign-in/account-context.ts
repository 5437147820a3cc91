import { createContext, useContext } from 'react';
import type { Language } from '../../lib/public/languages.ts';
import type { Translate } from '../../lib/public/words.ts';
import type english from '../../locales/en/accounts.json';

interface AccountPage {
  readonly t: Translate<typeof english>;
  readonly language: Language;
  readonly brand: string;
  /** Without a reload: typed text stays. */
  readonly chooseLanguage: (language: Language) => void;
  /** The server rendered the page for a visitor without a session. False if unknown. */
  readonly isSignedOut: boolean;
}

export const AccountContext = createContext<AccountPage | null>(null);

/** @throws Error outside of an AccountContext */
export function useAccountPage(): AccountPage {
  const page = useContext(AccountContext);
  if (page === null) throw new Error('useAccountPage must be used within an AccountContext');
  return page;
}

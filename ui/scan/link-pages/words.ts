import { createContext, useContext } from 'react';
import type { Language } from '../../lib/public/languages.ts';
import type { Translate } from '../../lib/public/words.ts';
import type english from '../../locales/en/link-pages.json';

export interface LinkPageWords {
  t: Translate<typeof english>;
  language: Language;
  /** In the visitor's language and time zone. */
  dateTime: (isoTime: string) => string;
}

export const WordsContext = createContext<LinkPageWords | null>(null);

export function useWords(): LinkPageWords {
  const words = useContext(WordsContext);
  if (!words) throw new Error('useWords needs a WordsContext around it');
  return words;
}

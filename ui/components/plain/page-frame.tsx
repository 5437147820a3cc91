import type { ReactNode } from 'react';
import { keepLanguage } from '../../lib/plain/language.ts';
import { LANGUAGES, type Language } from '../../lib/plain/words.ts';

/**
 * What stands around every public page: the brand, the choice of language, and the width of the page. Another language is
 * another page from the server, with or without scripts.
 */
export function PageFrame(props: {
  width: 'narrow' | 'wide';
  brand: string;
  language: Language;
  languageLabel: string;
  children: ReactNode;
}) {
  return (
    <>
      <header className="top-bar">
        <a className="brand" href="/">
          {props.brand}
        </a>
        <nav aria-label={props.languageLabel}>
          {LANGUAGES.filter((other) => other !== props.language).map((other) => (
            <a
              key={other}
              className="text-button"
              href={`?lang=${other}`}
              lang={other}
              hrefLang={other}
              onClick={() => keepLanguage(other)}
            >
              {NAMES[other]}
            </a>
          ))}
        </nav>
      </header>
      <main className={props.width}>{props.children}</main>
    </>
  );
}

/** Each language's name in itself. */
const NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

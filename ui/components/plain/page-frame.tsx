import type { ReactNode } from 'react';
import { brandMobile } from '../../lib/brand.ts';
import { keepLanguage } from '../../lib/plain/language.ts';
import { LANGUAGES, type Language } from '../../lib/plain/words.ts';

/** What stands around every public page: the brand, the choice of language, and the width of the page. */
export function PageFrame(props: {
  width: 'narrow' | 'wide';
  language: Language;
  languageLabel: string;
  children: ReactNode;
}) {
  return (
    <>
      <header className="top-bar">
        <a className="brand" href="/">
          {brandMobile()}
        </a>
        <nav aria-label={props.languageLabel}>
          {LANGUAGES.filter((other) => other !== props.language).map((other) => (
            <button key={other} type="button" className="text-button" lang={other} onClick={() => choose(other)}>
              {NAMES[other]}
            </button>
          ))}
        </nav>
      </header>
      <main className={props.width}>{props.children}</main>
    </>
  );
}

/** Each language's name in itself. */
const NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

/** Loads the page anew, which is rare, and keeps the other catalogues out of the script. */
function choose(language: Language): void {
  keepLanguage(language);
  location.reload();
}

import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@perktree/contracts/kernel/languages';
import type { ReactNode } from 'react';
import { saveLanguage } from '../../lib/public/language.ts';

/**
 * Frame of every public page: brand, language choice and page width. The server renders each language, so the choice
 * works without scripts.
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
        {/* Links to the page itself: pages with white label have no link to the product. */}
        <a className="brand" href="?">
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
              onClick={() => saveLanguage(other)}
            >
              {LANGUAGE_NAMES[other]}
            </a>
          ))}
        </nav>
      </header>
      <main className={props.width}>{props.children}</main>
    </>
  );
}

import { LEGAL_PAGES, type LegalLinks } from '@perktree/contracts/account/legal-links';
import { LANGUAGES } from '@perktree/contracts/kernel/languages';
import { renderToStaticMarkup } from 'react-dom/server';
import en from '../locales/en/legal.json' with { type: 'json' };
import es from '../locales/es/legal.json' with { type: 'json' };

const WORDS = { en, es };

/**
 * Footer with the links to privacy policy, terms and imprint, where the site's win; empty without any. It has the texts of all
 * languages, and ui/lib/legal-footer.css shows those of the page: a page changes its language without the server.
 */
export function legalFooter(installation: LegalLinks, site: LegalLinks | null = null): string {
  const links = LEGAL_PAGES.flatMap((name) => {
    const href = site?.[name] ?? installation[name];
    return href === null ? [] : [{ name, href }];
  });
  if (links.length === 0) return '';
  return renderToStaticMarkup(
    <footer className="legal">
      {links.map(({ name, href }) => (
        <a key={name} href={href}>
          {LANGUAGES.map((language) => (
            <span key={language} lang={language}>
              {WORDS[language][name]}
            </span>
          ))}
        </a>
      ))}
    </footer>,
  );
}

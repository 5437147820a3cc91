import { LEGAL_PAGES, type LegalLinks } from '@perktree/contracts/legal-links';
import { escapeHtml } from '@perktree/platform/http/escape-html';
import { LANGUAGES } from '@perktree/ui/lib/public/languages';
import en from '@perktree/ui/locales/en/legal.json' with { type: 'json' };
import es from '@perktree/ui/locales/es/legal.json' with { type: 'json' };

const WORDS = { en, es };

/**
 * Footer with the links to privacy policy, terms and imprint, where the site's win; empty without any. It has the texts of all languages, and
 * ui/lib/legal-footer.css shows those of the page: a page changes its language without the server.
 */
export function legalFooter(installation: LegalLinks, site: LegalLinks | null = null): string {
  const items = LEGAL_PAGES.flatMap((name) => {
    const href = site?.[name] ?? installation[name];
    if (href === null) return [];
    const texts = LANGUAGES.map((language) => `<span lang="${language}">${escapeHtml(WORDS[language][name])}</span>`);
    return [`<a href="${escapeHtml(href)}">${texts.join('')}</a>`];
  });
  return items.length === 0 ? '' : `<footer class="legal">${items.join('')}</footer>`;
}

import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { ScanInfoAnswer } from '@perktree/contracts/http/scanning';
import { renderToString } from 'react-dom/server';
import { showNumber } from '../lib/forms/typed-number.ts';
import { type RefusalWords, refusalText } from '../lib/plain/refusal-words.ts';
import type { Sent } from '../lib/plain/sent.ts';
import { type Language, translator } from '../lib/plain/words.ts';
import englishLanding from '../locales/en/landing.json';
import english from '../locales/en/link-pages.json';
import spanishLanding from '../locales/es/landing.json';
import spanish from '../locales/es/link-pages.json';
import spanishRefusals from '../locales/refusals/es.json';
import { pageElement } from './page-element.tsx';
import type { PublicPage } from './page-of-path.ts';

const REFUSAL_WORDS: Readonly<Partial<Record<Language, RefusalWords>>> = { es: spanishRefusals };

const CATALOGUES = {
  landing: { en: englishLanding, es: spanishLanding },
  link: { en: english, es: spanish },
};

export interface RenderedPage {
  /** What stands in `#root`. React escapes every text in it. */
  readonly html: string;
  /** Plain text, not escaped. */
  readonly title: string;
  readonly description: string;
  readonly sent: Sent;
}

/** A public page as HTML that can be read without its script. Times are in UTC: the reader's zone is not known here. */
export function renderPage(
  page: PublicPage,
  of: { language: Language; brand: string; signedIn: boolean; info: ScanInfoAnswer | null },
): RenderedPage {
  const { language, brand, signedIn } = of;
  const info = of.info && { ...of.info, message: refusalText(of.info, REFUSAL_WORDS[language] ?? null) ?? '' };
  const words = CATALOGUES[page.page][language];
  const sent: Sent = { language, words, signedIn, info };
  const html = renderToString(pageElement(page, { language, words, brand, sent, timeZone: 'UTC' }));
  return { html, sent, ...headOf(page, of) };
}

function headOf(page: PublicPage, of: { language: Language; brand: string; info: ScanInfoAnswer | null }) {
  if (page.page === 'landing') {
    const t = translator(CATALOGUES.landing[of.language]);
    return { title: `${of.brand} · ${t('title')}`, description: t('intro') };
  }
  const offer = of.info?.qr;
  const t = translator(CATALOGUES.link[of.language]);
  if (!offer) return { title: of.brand, description: of.info ? t('invalid.title') : of.brand };
  const by = t('by', { siteName: offer.siteName });
  const what =
    page.kind === 'customer'
      ? benefitLabel(offer.benefitDisplay, of.language)
      : t('distributor.perRedemption', { percent: showNumber(offer.commissionPercent ?? '0.00', of.language) });
  return { title: `${offer.name} ${by} · ${of.brand}`, description: `${what} ${by}` };
}

import { formatDecimals as showNumber } from '@perktree/contracts/kernel/fill-sentence';
import type { Language } from '@perktree/contracts/kernel/languages';
import { benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import type { ScanInfoAnswer } from '@perktree/contracts/scan/calls';
import { renderToString } from 'react-dom/server';
import type { BootstrapData } from '../lib/public/bootstrap-data.ts';
import { type RefusalWords, refusalText } from '../lib/public/refusal-words.ts';
import { translator } from '../lib/public/words.ts';
import englishLanding from '../locales/en/landing.json';
import english from '../locales/en/link-pages.json';
import spanishLanding from '../locales/es/landing.json';
import spanish from '../locales/es/link-pages.json';
import spanishRefusals from '../locales/refusals/es.json';
import { LinkPage } from '../scan/link-pages/link-page.tsx';
import { LandingPage } from './landing/landing-page.tsx';
import type { PublicPage } from './page-of-path.ts';

const REFUSAL_WORDS: Readonly<Record<Language, RefusalWords | null>> = { en: null, es: spanishRefusals };

const CATALOGUES = { landing: { en: englishLanding, es: spanishLanding }, link: { en: english, es: spanish } };

export interface RenderedPage {
  /** Content of `#root`, escaped by React. */
  readonly html: string;
  /** Plain text, not escaped. */
  readonly title: string;
  readonly description: string;
  readonly bootstrap: BootstrapData;
}

/**
 * A public page as HTML that works without its script. Times are UTC, because the visitor's time zone is unknown
 * here.
 */
export function renderPage(
  page: PublicPage,
  of: { language: Language; brand: string; signedIn: boolean; info: ScanInfoAnswer | null; renderedAt: string },
): RenderedPage {
  const { language, brand, signedIn, renderedAt } = of;
  const info = of.info && { ...of.info, message: refusalText(of.info, REFUSAL_WORDS[language]) ?? '' };
  const words = CATALOGUES[page.page][language];
  const bootstrap: BootstrapData = { language, words, signedIn, info, renderedAt };
  const settings = { language, words, brand, data: bootstrap, timeZone: 'UTC' };
  const html = renderToString(
    page.page === 'landing' ? <LandingPage {...settings} /> : <LinkPage {...page} {...settings} />,
  );
  return { html, bootstrap, ...headOf(page, of) };
}

/** Description for search engines, on pages whose text is rendered by their script. */
export const productDescription = (language: Language): string => translator(CATALOGUES.landing[language])('intro');

function headOf(page: PublicPage, of: { language: Language; brand: string; info: ScanInfoAnswer | null }) {
  if (page.page === 'landing') {
    const t = translator(CATALOGUES.landing[of.language]);
    return { title: `${of.brand} · ${t('title')}`, description: productDescription(of.language) };
  }
  const offer = of.info?.qr;
  const t = translator(CATALOGUES.link[of.language]);
  if (!offer) return { title: of.brand, description: of.info ? t('invalid.title') : of.brand };
  const by = t('by', { siteName: offer.brand?.name ?? offer.siteName });
  const what =
    page.kind === 'customer'
      ? benefitLabel(offer, of.language)
      : t('distributor.perRedemption', { percent: showNumber(offer.commissionPercent ?? '0.00', of.language) });
  return { title: `${offer.name} ${by} · ${of.brand}`, description: `${what} ${by}` };
}

import { linkPageOf } from '@perktree/contracts/account/return-to';
import type { ShownBrand } from '@perktree/contracts/brand/brand';
import type { Language } from '@perktree/contracts/kernel/languages';
import { acceptedLanguage } from '@perktree/platform/http/accepted-language';
import { escapeHtml } from '@perktree/platform/http/escape-html';
import { systemTimers } from '@perktree/platform/time/timers';
import { BOOTSTRAP_DATA_ID, type BootstrapData } from '@perktree/ui/lib/public/bootstrap-data';
import enAccounts from '@perktree/ui/locales/en/accounts.json' with { type: 'json' };
import en from '@perktree/ui/locales/en/view-as.json' with { type: 'json' };
import esAccounts from '@perktree/ui/locales/es/accounts.json' with { type: 'json' };
import es from '@perktree/ui/locales/es/view-as.json' with { type: 'json' };
import { pageOfPath } from '@perktree/ui/public/page-of-path';
import { productDescription, type RenderedPage, renderPage } from '@perktree/ui/public/render-page.tsx';
import type { FastifyRequest } from 'fastify';
import type { PageApi } from './page-api.ts';
import { brandLabel } from './page-brand.ts';

/** Renders the landing or link page of a request. `status` is that of the shown data (404 for an unknown code). */
export async function publicPage(
  request: FastifyRequest,
  options: { brand: string; api: PageApi },
): Promise<{
  status: number;
  rendered: RenderedPage;
  theme: Theme | null;
  notice: string;
  shownBrand: ShownBrand | null;
}> {
  const path = request.url.split('?', 1)[0] ?? '/';
  const page = pageOfPath(path);
  const signedIn = await options.api.isSignedIn(request);
  const { status, info } =
    page.page === 'link' && page.token !== ''
      ? await options.api.scanInfo(request, `/api/scan-info/${page.kind}/${encodeURIComponent(page.token)}`)
      : { status: 200, info: null };
  const language = languageOf(request);
  const shownBrand = info?.qr?.brand ?? null;
  const viewing = signedIn && (await options.api.isViewing(request));
  return {
    status,
    notice: viewing ? viewNotice(language) : '',
    theme: themeOf(request),
    shownBrand,
    rendered: renderPage(page, {
      language,
      brand: brandLabel(shownBrand, options.brand),
      signedIn,
      info,
      renderedAt: new Date(systemTimers.now()).toISOString(),
    }),
  };
}

/** The brand of the site whose link page `returnTo` names: the sign-in page continues its look. */
export async function brandOfReturn(request: FastifyRequest, api: PageApi): Promise<ShownBrand | null> {
  const page = linkPageOf((request.query as { returnTo?: unknown }).returnTo);
  if (page === null) return null;
  const { info } = await api.scanInfo(request, `/api/scan-info/${page.kind}/${page.token}`);
  return info?.qr?.brand ?? null;
}

/** The banner while a superadmin views the product as another user. It links to the page that can end the view. */
function viewNotice(language: Language): string {
  const { label, public: text, back } = { en, es }[language];
  return `<section aria-label="${escapeHtml(label)}" class="view-notice">${escapeHtml(text)} <a href="/">${escapeHtml(back)}</a></section>`;
}

/** The language of the address, else the one chosen before, else the browser's first supported one. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return acceptedLanguage(request, String(lang ?? ''), request.cookies.language) ?? 'en';
}

/** The application's page in the reader's language, with a description for search engines. */
export function describedPage(html: string, request: FastifyRequest): string {
  const language = languageOf(request);
  const description = `<meta name="description" content="${escapeHtml(productDescription(language))}" />`;
  return html.replace('<html lang="en">', `<html lang="${language}">`).replace('<!--head-->', () => description);
}

/** A page for visitors without a session, with its texts. Its script renders it. */
export function accountPage(template: string, request: FastifyRequest, signedIn: boolean): string {
  const language = languageOf(request);
  const words = { en: enAccounts, es: esAccounts }[language];
  const renderedAt = new Date(systemTimers.now()).toISOString();
  const data = { language, words, signedIn, info: null, renderedAt };
  return describedPage(template, request).replace('<!--bootstrap-->', () => bootstrapScript(data));
}

type Theme = 'light' | 'dark';

/** The theme chosen in the application; null for the system's. */
function themeOf(request: FastifyRequest): Theme | null {
  const { theme } = request.cookies;
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** Puts a rendered page into the built index.html of the public entry. */
export function fillPage(
  template: string,
  { html, title, description, bootstrap }: RenderedPage,
  { theme = null, notice = '' }: { readonly theme?: Theme | null; readonly notice?: string } = {},
): string {
  const head = [
    ['og:title', title],
    ['og:description', description],
    ['og:type', 'website'],
  ].map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content ?? '')}" />`);
  head.push(`<meta name="description" content="${escapeHtml(description)}" />`);
  const parts: [string | RegExp, string][] = [
    // Set the theme in the HTML, so that the page does not flash in the other one.
    ['<html lang="en">', `<html lang="${bootstrap.language}"${theme === null ? '' : ` data-theme="${theme}"`}>`],
    [/<title>.*<\/title>/, `<title>${escapeHtml(title)}</title>`],
    ['<!--head-->', head.join('\n    ')],
    ['<!--bootstrap-->', bootstrapScript(bootstrap)],
    ['<!--notice-->', notice],
    // Last, because the name of an offer could contain a placeholder.
    ['<!--page-->', html],
  ];
  // Use a function, because `$` is special in a replacement string.
  return parts.reduce((page, [mark, text]) => page.replace(mark, () => text), template);
}

/** Its JSON cannot close the script element or open a comment. */
function bootstrapScript(data: BootstrapData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${BOOTSTRAP_DATA_ID}">${json}</script>`;
}

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type LegalLinks, NO_LEGAL_LINKS } from '@perktree/contracts/account/legal-links';
import type { ShownBrand } from '@perktree/contracts/brand/brand';
import { escapeHtml } from '@perktree/platform/http/escape-html';
import { OPEN_SCREENS, SCREENS } from '@perktree/ui/admin/screens';
import { legalFooter } from '@perktree/ui/public/legal-footer.tsx';
import { NEEDS_SCRIPT } from '@perktree/ui/public/needs-script';
import { accountPathOf } from '@perktree/ui/public/page-of-path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageApi } from './page-api.ts';
import { brandLabel, withBrand, withMeta } from './page-brand.ts';
import { accountPage, brandOfReturn, describedPage, fillPage, publicPage } from './public-page.ts';

const SCREEN_ROUTES = Object.keys({ ...OPEN_SCREENS, ...SCREENS }).map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
);

/** Whether the application has a screen at the path. The server answers 404 for the others. */
const isScreenPath = (path: string): boolean => SCREEN_ROUTES.some((route) => route.test(path));

/** Primary and page colour of the light palette. */
const THEME_COLOUR = '#1d6b57';
const BACKGROUND_COLOUR = '#f5f7f4';

/** Web app manifest with the name of this installation. */
function appManifest(brand: { readonly desktop: string; readonly mobile: string }): string {
  return JSON.stringify({
    id: '/',
    name: brand.desktop,
    short_name: brand.mobile,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLOUR,
    background_color: BACKGROUND_COLOUR,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}

/**
 * Serves the parts of an installable web app: manifest, icons and service worker. The worker is at the root, because its
 * scope is the paths below its own, and it is never cached.
 */
async function serveInstalled(
  app: FastifyInstance,
  options: { readonly folder: string; readonly brand: { readonly desktop: string; readonly mobile: string } },
): Promise<void> {
  const manifest = appManifest(options.brand);
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('Content-Type', 'application/manifest+json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(manifest),
  );

  const workerFile = join(options.folder, 'sw.js');
  if (existsSync(workerFile)) {
    const worker = readFileSync(workerFile, 'utf8');
    app.get('/sw.js', async (_request, reply) =>
      reply
        .header('Content-Type', 'text/javascript; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .header('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
        .send(worker),
    );
  }

  await app.register(fastifyStatic, {
    root: join(options.folder, 'icons'),
    prefix: '/icons/',
    decorateReply: false,
    maxAge: '1d',
    index: false,
  });
}

interface UiOptions {
  readonly folder: string;
  readonly brand: { readonly desktop: string; readonly mobile: string };
  /** Of this installation. Left out: no links. */
  readonly legalLinks?: LegalLinks;
  readonly api: PageApi;
  /** Origin of the links that codes contain. */
  readonly publicUrl: string;
  /** Accounts that the login page offers; null: this is no demo. */
  readonly demo?: { readonly emails: readonly string[]; readonly password: string } | null;
}

/** Crawlers may read the pages, but not the API. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\n';

/** Paths that must not return a page. `/mailbox` exists only in a demo. */
const NO_PAGES = /^\/((api|assets|icons|product-pictures)\/|mailbox(\/|$))/;

/** Paths that the small public entry serves: the links of printed codes. */
const PUBLIC_PATHS = /^\/scan\/(customer|distributor)(\/[^/]*)?\/?$/;

/**
 * Serves the screens: hashed assets that may be cached forever, and an HTML page for every other path. The page is the
 * application, a server-rendered public page or one of the account pages (public-page.ts). For a path without a screen the
 * status is 404, and the application shows its page for that.
 */
export async function serveUi(app: FastifyInstance, options: UiOptions): Promise<void> {
  const page = (file: string) => {
    const html = pageWith(readFileSync(join(options.folder, file), 'utf8'), options);
    return (nonce: string, brand: ShownBrand | null) =>
      html(nonce).replace('<!--legal-->', () => legalFooter(options.legalLinks ?? NO_LEGAL_LINKS, brand));
  };
  const adminPage = page('admin/index.html');
  const accountTemplate = page('public/account.html');
  const publicTemplate = page('public/index.html');

  await app.register(fastifyStatic, {
    root: join(options.folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    // The build puts compressed variants beside each file.
    preCompressed: true,
    // In lower case, because the compression plugin searches for it.
    setHeaders: (response) => response.setHeader('Vary', 'accept-encoding'),
  });
  // Screenshots of the landing page. Not immutable: their names stay when they change.
  await app.register(fastifyStatic, {
    root: join(options.folder, 'product-pictures'),
    prefix: '/product-pictures/',
    decorateReply: false,
    maxAge: '1d',
    index: false,
  });
  await serveInstalled(app, options);

  app.get('/robots.txt', async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(ROBOTS),
  );

  /** Of the site that the page leads back to, else of the scans of a customer. */
  const brandOfVisitor = async (request: FastifyRequest) =>
    (await brandOfReturn(request, options.api)) ?? (await options.api.customerBrand(request));

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (NO_PAGES.test(path)) return reply.callNotFound();
    const isPublic = PUBLIC_PATHS.test(path) || (path === '/' && !(await options.api.isSignedIn(request)));
    if (accountPathOf(path) !== null) {
      const brand = await brandOfVisitor(request);
      const signedIn = await options.api.isSignedIn(request);
      return sendPage(reply, (nonce) => {
        const html = accountPage(accountTemplate(nonce, brand), request, signedIn);
        return cameFrom(brand, html, { product: options.brand.mobile, nonce });
      });
    }
    if (!isPublic) {
      const known = await knownSignIn(request, options.api);
      const brand = await brandOfVisitor(request);
      return sendPage(reply.code(isScreenPath(path) ? 200 : 404), (nonce) =>
        cameFrom(brand, describedPage(adminPage(nonce, brand), request), {
          product: options.brand.mobile,
          nonce,
        }).replace('name="signed-in" content=""', () => known),
      );
    }
    const shown = await publicPage(request, { brand: options.brand.mobile, api: options.api });
    return sendPage(reply.code(shown.status), (nonce) => {
      const look = { product: options.brand.mobile, nonce };
      return fillPage(
        withBrand(publicTemplate(nonce, shown.shownBrand), shown.shownBrand, look),
        shown.rendered,
        shown,
      );
    });
  });
}

/**
 * Tells the application that there is no session, which saves a refused call. `?shell` is the page that the service worker
 * caches for offline use, so it says nothing about sessions.
 */
async function knownSignIn(request: FastifyRequest, api: PageApi): Promise<string> {
  const isShell = (request.query as { shell?: unknown }).shell !== undefined;
  const signedOut = !isShell && !(await api.isSignedIn(request));
  return `name="signed-in" content="${signedOut ? 'no' : ''}"`;
}

/** Applies the brand of the site to which sign-in returns, also in the title. */
function cameFrom(brand: ShownBrand | null, html: string, look: { product: string; nonce: string }): string {
  if (brand === null) return html;
  const title = `<title>${escapeHtml(brandLabel(brand, look.product))}</title>`;
  return withBrand(html, brand, look).replace(/<title>.*<\/title>/, () => title);
}

/** The page with this installation's names and origin. The result takes the nonce. */
function pageWith(html: string, { brand, publicUrl, demo }: UiOptions): (nonce: string) => string {
  const meta = {
    'brand-mobile': brand.mobile,
    'brand-desktop': brand.desktop,
    'link-origin': new URL(publicUrl).origin,
    demo: demo ? JSON.stringify(demo) : '',
  };
  const labelled = Object.entries(meta).reduce((page, [name, content]) => withMeta(page, name, content), html);
  const whole = labelled.replace('<!--needs-script-->', NEEDS_SCRIPT);
  return (nonce) => withMeta(whole, 'style-nonce', nonce);
}

function sendPage(reply: FastifyReply, page: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', contentSecurityPolicy(nonce))
    .send(page(nonce));
}

/** Scripts and styles of this origin only; styles that emotion inserts carry the nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

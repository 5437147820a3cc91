import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailBrands } from '@perktree/apps/parts/mail-brands';
import { pageApiInProcess } from '@perktree/apps/parts/ui/page-api';
import { serveUi } from '@perktree/apps/parts/ui/serve-ui';
import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { type OpenBusiness, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { mountMailbox } from '@perktree/mail-service/mailbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Pages of a site with a brand, as the server sends them to browsers, crawlers and chat programs. */
const INSTALLATION = { privacy: 'https://host.example/privacy', terms: 'https://host.example/terms', imprint: null };
const folder = mkdtempSync(join(tmpdir(), 'perktree-white-label-'));
afterAll(async () => {
  await composed.close();
  rmSync(folder, { recursive: true, force: true });
});

async function upload({ owner }: OpenBusiness): Promise<string> {
  const payload = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  const headers = { 'content-type': 'image/svg+xml', cookie: owner.cookie };
  return (await composed.app.inject({ method: 'POST', url: '/api/pictures', headers, payload })).json().hash;
}

const brand = ({ owner, site }: OpenBusiness, change: object) =>
  owner.must('PUT', `${site}/brand`, { name: 'Luna & Sol', logo: null, colour: null, whiteLabel: false, ...change });

async function page(url: string, visitor = signedOut) {
  // Wait for earlier commands by a read, because pages do not wait.
  await signedOut.must('GET', `/api/scan-info/customer/${free.customerToken}`);
  const cookies = Object.fromEntries(visitor.cookies);
  const answer = await composed.app.inject({ url, cookies, headers: { accept: 'text/html' } });
  const head = answer.body.slice(0, answer.body.indexOf('</head>'));
  return {
    ...{ status: answer.statusCode, html: answer.body, head, csp: String(answer.headers['content-security-policy']) },
    title: /<title>(.*)<\/title>/.exec(answer.body)?.[1],
  };
}
interface Mailed {
  readonly text: string;
  readonly html: string;
  /** Path, query and fragment. */
  readonly link: string;
}

/** The mails to an address as the mailbox of a demo shows them, newest first. */
async function mailsTo(address: string): Promise<readonly Mailed[]> {
  const { outbox } = composed.identity;
  for (const mail of await outbox.take(100)) await outbox.sent(mail);
  const { body } = await composed.app.inject('/mailbox');
  const mine = body.split('<article>').filter((text) => text.includes(address));
  return Promise.all(
    mine.map(async (text) => {
      const [, path = ''] = /href="(\/mailbox\/[^"]+)"/.exec(text) ?? [];
      const html = (await composed.app.inject(path)).body;
      const [, link = ''] = /<a href="https:\/\/host\.example(\/[^"]+)" style="display:inline-block/.exec(html) ?? [];
      return { text, html, link };
    }),
  );
}

const links = ({ customerToken, distributorToken }: OpenBusiness) => [
  ['customer', `/scan/customer/${customerToken}`] as const,
  ['distributor', `/scan/distributor/${distributorToken}`] as const,
];

for (const part of ['assets', 'admin', 'public', 'icons']) mkdirSync(join(folder, part));
for (const page of ['admin/index.html', 'public/index.html', 'public/account.html']) {
  copyFileSync(join(import.meta.dirname, '../../ui', page), join(folder, page));
}
let authenticate: ComposedApp['identity']['authenticate'] | null = null;
const composed = await startComposedApp({
  mail: 'mailbox',
  mountMore: async (app, { recentMails }) => {
    mountMailbox(app, {
      ...{ recentMails, product: 'PerkTree', publicUrl: 'https://host.example' },
      brandOf: (mail) => mailBrands(composed.pool)(mail),
    });
    await serveUi(app, {
      folder,
      brand: { desktop: 'PerkTree Console', mobile: 'PerkTree' },
      publicUrl: 'https://host.example',
      legalLinks: INSTALLATION,
      api: pageApiInProcess(app, async (request) => (await authenticate?.(request)) ?? null),
    });
  },
});
({ authenticate } = composed.identity);
const signedOut = new Visitor(composed.app, 'signed-out');
const free = await openBusiness(composed.app, 'free');
const ultra = await openBusiness(composed.app, 'large', 'ultra');
const logo = await upload(ultra);

it('with a brand on Free pages name the site, and the product beside, in its colours, corrected for both themes', async () => {
  await brand(free, { colour: '#ffcc00' });
  for (const [, url] of links(free)) {
    const { title, html, head, csp } = await page(url);
    expect(title).toMatch(/ · Luna &#38; Sol · PerkTree$/);
    expect(head).toContain('<meta name="brand-mobile" content="Luna &#38; Sol · PerkTree" />');
    expect(html).toContain('>Luna &amp; Sol · PerkTree</a>');
    expect(html).toContain('rel="manifest"');
    const [, nonce] = /<style nonce="([^"]+)">/.exec(head) ?? [];
    expect(csp).toContain(`'nonce-${nonce}'`);
    expect(head).toContain('html:root{--colour-primary:#856a00;');
    expect(head).toContain('@media screen{html:root[data-theme="dark"]{--colour-primary:#ffcc00;');
  }
});

it('pages of a site link to its own legal pages, and to those of the installation that it does not have', async () => {
  const hrefs = async (url: string) =>
    [...(/<footer.*<\/footer>/.exec((await page(url)).html)?.[0].matchAll(/href="([^"]+)"/g) ?? [])].map(
      ([, href]) => href,
    );
  const [, customer] = links(free)[0] as [string, string];
  const own = { privacy: 'https://luna.example/privacy', imprint: 'https://luna.example/imprint' };
  await brand(free, { ...own, terms: null });
  const expected = [own.privacy, INSTALLATION.terms, own.imprint];
  for (const [, url] of links(free)) expect(await hrefs(url)).toEqual(expected);
  expect(await hrefs(`/login?returnTo=${encodeURIComponent(customer)}`)).toEqual(expected);
  expect(await hrefs('/login')).toEqual([INSTALLATION.privacy, INSTALLATION.terms]);
  await brand(free, { privacy: null, imprint: null });
  expect(await hrefs(customer)).toEqual([INSTALLATION.privacy, INSTALLATION.terms]);
});

describe('with white label', () => {
  beforeAll(() => brand(ultra, { logo, colour: '#0044cc', whiteLabel: true }));

  it.each(['en', 'es'])(
    'no page names the product or offers it to be installed, and all show the logo, in %s',
    async (language) => {
      for (const [, url] of links(ultra)) {
        const { status, title, html, head } = await page(`${url}?lang=${language}`);
        expect(status).toBe(200);
        expect(html).not.toMatch(/perktree|manifest|apple-touch-icon|<a[^>]* href="\/"/i);
        expect(title).toMatch(/ (from|de) Luna &#38; Sol · Luna &#38; Sol$/);
        // Link previews show these texts.
        expect(head).toMatch(/<meta property="og:title" content="[^"]* · Luna &#38; Sol"/);
        expect(html).toContain('>Luna &amp; Sol</a>');
        expect(head).toContain('.brand::before,.account-brand::before{content:"";');
        expect(head).toContain(`url("/api/pictures/${logo}")`);
        expect(head).toContain(`<link rel="icon" href="/api/pictures/${logo}" />`);
        expect(head).toContain('<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0044cc" />');
      }
    },
  );

  it('holds where visitors sign in to go on', async () => {
    for (const [kind, url] of links(ultra)) {
      const login = await composed.app.inject({ url: `/api/login?intent=${kind}&returnTo=${encodeURIComponent(url)}` });
      const { status, title, head } = await page(String(login.headers.location));
      expect([status, title]).toEqual([200, 'Luna &#38; Sol']);
      expect(head).not.toContain('rel="manifest"');
      for (const part of ['<meta name="brand-mobile" content="Luna &#38; Sol" />', '.account-brand svg{display:none}'])
        expect(head).toContain(part);
      for (const part of [`url("/api/pictures/${logo}")`, 'html:root{--colour-primary:#0044cc;'])
        expect(head).toContain(part);
    }
    expect((await page('/login')).title).toBe('PerkTree');
    expect((await page('/login?returnTo=/scan/customer/none')).title).toBe('PerkTree');
  });

  it.each([['en'], ['es']])("a customer's whole way names no other brand, in %s", async (language) => {
    const customer = new Visitor(composed.app, `whole-way-${language}`);
    const { email } = customer;
    const shown: string[] = [];
    const send = async (method: string, url: string, body?: object) => {
      const sent = await customer.send(method, url, body, { 'accept-language': language });
      shown.push(`${method} ${url}: ${sent.status} ${JSON.stringify([sent.headers, sent.body])}`);
      expect([url, sent.status < 400]).toEqual([url, true]);
      return sent.body;
    };
    const mailed: Mailed[] = [];
    /** The newest mail, whose link is opened. Answers with the token of the link. */
    const openMail = async () => {
      const [mail] = await mailsTo(email);
      if (mail === undefined) throw new Error('there is no mail');
      mailed.push(mail);
      const [page = '', token = ''] = mail.link.split('#');
      await send('GET', page);
      return token.split('/')[0];
    };
    const token = ultra.customerToken;
    const poster = `/scan/customer/${token}`;
    const returning = { returnTo: poster };
    const query = `?returnTo=${encodeURIComponent(poster)}`;

    await send('GET', poster);
    await send('POST', '/api/scan', { token });
    for (const path of ['/login', '/register', '/forgot-password']) await send('GET', path + query);
    await send('POST', '/api/auth/register', { email, password: PASSWORD, ...returning });
    await send('POST', '/api/auth/verify-email', { token: await openMail() });
    const { qr } = await send('POST', '/api/scan', { token });
    const { qr: toClaim } = await send('POST', '/api/scan', { token: ultra.distributorToken });
    const [{ scanId, siteName }] = await send('GET', '/api/me/scans');
    for (const name of [siteName, qr.siteName, toClaim.siteName]) expect(name).toBe('Luna & Sol');
    await send('GET', `/api/me/scans/${scanId}`);
    // `?shell`: what the device keeps for use without a network (ui/installed/worker.ts).
    const screens = ['/', '/my-scans', '/mobile-scanner', '/mobile-scanner?shell', '/earnings', '/files', '/account'];
    for (const path of [...screens, '/unknown']) {
      const { html, status, title } = await page(path, customer);
      shown.push(html);
      expect([path, status, title]).toEqual([path, path === '/unknown' ? 404 : 200, 'Luna &#38; Sol']);
      expect(html).toContain('<meta name="brand-desktop" content="Luna &#38; Sol" />');
      expect(html).toContain('--mui-palette-primary-main:#0044cc');
      expect(html).toContain('--mui-palette-primary-mainChannel:0 68 204');
    }
    await send('POST', '/api/redeem', { token });
    await send('POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` });
    await openMail();
    await send('POST', '/api/logout');
    // The same without the way back: the mail goes by the scans of the account.
    await send('POST', '/api/auth/forgot-password', { email });
    mailed.push(...(await mailsTo(email)));
    await send('POST', '/api/auth/forgot-password', { email, ...returning });
    const newPassword = `${PASSWORD} 3`;
    await send('POST', '/api/auth/reset-password', { token: await openMail(), newPassword });
    await send('POST', '/api/auth/login', { email, password: newPassword });

    expect([...shown, ...mailed.map(({ text }) => text)].filter((text) => /perktree/i.test(text))).toEqual([]);
    expect(mailed.length).toBeGreaterThan(5);
    for (const { html, text } of mailed) {
      for (const part of [html, text]) expect(part).toContain('Luna &#38; Sol');
      expect(html).toContain('src="data:image/png;base64,');
      expect(html).toContain('background:#0044cc;color:#ffffff');
      expect(html).not.toMatch(/perktree/i);
    }
  });

  it('a customer of two brands reads whose offer each scan is, on pages of the product', async () => {
    const customer = await new Visitor(composed.app, 'of-two').register('customer');
    for (const { customerToken: token } of [free, ultra]) await customer.must('POST', '/api/scan', { token });
    const siteName = 'Luna & Sol';
    expect(await customer.must('GET', '/api/me/scans')).toMatchObject([{ siteName }, { siteName }]);
    const { title, html } = await page('/my-scans', customer);
    expect(title).toBe('PerkTree');
    expect(html).toContain('rel="manifest"');
  });

  it('without a logo and colour has no icon of the product', async () => {
    await brand(ultra, { whiteLabel: true });
    const { html, head } = await page(links(ultra)[0]?.[1] ?? '');
    expect(html).not.toMatch(/perktree/i);
    expect(head).toContain('<link rel="icon" href="data:," />');
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createApp } from '@perktree/platform/http/app';
import { ALL_SCREENS } from '@perktree/ui/testing/all-screens';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveUi } from './serve-ui.ts';

const folder = mkdtempSync(join(tmpdir(), 'perktree-ui-'));
const SCRIPT = 'console.log("a script");'.repeat(100);
const app = createApp({ logger: false, publicOrigin: null });

beforeAll(async () => {
  for (const part of ['assets', 'admin', 'public', 'icons']) mkdirSync(join(folder, part));
  for (const page of ['admin/index.html', 'public/index.html', 'public/account.html'])
    writeFileSync(join(folder, page), '<!doctype html><html>');
  writeFileSync(join(folder, 'assets/main.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets/main.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/small.js'), '1;');
  await serveUi(app, { ...about, api: {} as never });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const about = { folder, brand: { desktop: 'PerkTree', mobile: 'PerkTree' }, publicUrl: 'https://perktree.example' };
/** Serves the pages as they are in the folder now, for a test. */
async function serve(isSignedIn: boolean, more: object = {}) {
  const served = createApp({ logger: false, publicOrigin: null });
  onTestFinished(async () => void (await served.close()));
  const api = {
    isSignedIn: async () => isSignedIn,
    isViewing: async () => false,
    customerBrand: async () => null,
    scanInfo: async () => ({ status: 200, info: null }),
  } as never;
  await serveUi(served, { ...about, api, ...more });
  return served;
}

describe('the accounts of a demo', () => {
  const page = '<!doctype html><html><meta name="demo" content="" /></html>';
  it.each([
    [{ emails: ['owner@demo.example'], password: 'a "quoted" one' }, 'owner@demo.example'],
    [null, 'content=""'],
  ])('are in the page of a demo only: %j', async (demo, expected) => {
    writeFileSync(join(folder, 'public/account.html'), page);
    const { body } = await (await serve(true, { demo })).inject('/login');
    expect(body).toContain(expected);
    expect(body).not.toContain('a "quoted" one');
  });
});

it('the links to privacy, terms and imprint are in the footer of every page, if the installation has them', async () => {
  const html = '<!doctype html><html lang="en"><div id="root"><!--page--></div><!--legal--></html>';
  for (const page of ['admin/index.html', 'public/index.html', 'public/account.html'])
    writeFileSync(join(folder, page), html);
  const legalLinks = {
    privacy: 'https://shop.example/?a=1&b=$&',
    terms: null,
    imprint: 'https://shop.example/imprint',
  };
  const [withLinks, without] = [await serve(false, { legalLinks }), await serve(false)];
  for (const url of ['/', '/login', '/mobile-scanner', '/nonsense']) {
    const { body } = await withLinks.inject(url);
    expect(/<footer.*<\/footer>/.exec(body)?.[0].match(/<a href="[^"]+/g)).toEqual([
      '<a href="https://shop.example/?a=1&amp;b=$&amp;',
      '<a href="https://shop.example/imprint',
    ]);
    expect((await without.inject(url)).body).not.toContain('<footer');
  }
});

it.each([
  ['theme=dark', '<html lang="en" data-theme="dark">'],
  ['theme=light; language=es', '<html lang="es" data-theme="light">'],
  ['theme=system', '<html lang="en">'],
  ['', '<html lang="en">'],
])(
  'a public page has the look that was chosen in the application from its first byte: %s',
  async (cookie, expected) => {
    writeFileSync(join(folder, 'public/index.html'), '<!doctype html><html lang="en"><!--page--></html>');
    const { body } = await (await serve(false)).inject({ url: '/', headers: { cookie } });
    expect(body).toContain(expected);
  },
);

describe('the status of a page', () => {
  const link = ['/scan/customer/token', '/scan/distributor/token'];
  const screens = [...new Set(ALL_SCREENS.map(([path]) => path))].filter((path) => path !== '/nowhere');

  it.each([...screens, ...link, '/Sites/', '/mobile-scanner?shell'])('is 200 for %s', async (url) => {
    const other = await open(true);
    expect((await other.inject(url)).statusCode).toBe(200);
  });

  it.each([
    '/nonsense',
    '/sites/nonsense',
    '/sites/1/flags/2',
    '/index.html',
    '/favicon.ico',
    '/.well-known/nonsense',
    '/scan',
    '/scan/nonsense/token',
    '/scan/customer/token/more',
  ])('is 404 for %s, in both languages and with the application, which shows its page', async (url) => {
    for (const language of ['en', 'es'])
      for (const signedIn of [true, false]) {
        const other = await open(signedIn);
        const answer = await other.inject({ url, headers: { 'accept-language': language } });
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(answer.body).toContain(`<html lang="${language}"><body id="application">`);
      }
  });

  function open(isSignedIn: boolean) {
    writeFileSync(join(folder, 'admin/index.html'), '<!doctype html><html lang="en"><body id="application">');
    return serve(isSignedIn);
  }
});

describe('assets', () => {
  // The mailbox exists in a demo only.
  const notFiles = ['/mailbox', '/mailbox/1', '/assets/', '/assets/none.js', '/assets/..%2fadmin/', '/icons/'];
  it.each(notFiles)('%s is not found, whatever encodings a client takes', async (url) => {
    for (const encoding of ['identity', 'gzip', 'br', 'gzip, deflate, br']) {
      const { statusCode } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
      expect(statusCode).toBe(404);
    }
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('for a client that takes %s tell caches that they depend on its encodings', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted };
    const answer = await app.inject({ url: '/assets/main.js', headers });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
    const known = { ...headers, 'if-none-match': String(answer.headers.etag) };
    const others = [
      await app.inject({ url: '/assets/main.js', headers: known }),
      await app.inject({ url: '/assets/main.js', headers, method: 'HEAD' }),
      await app.inject({ url: '/assets/small.js', headers }),
    ];
    expect(others.map(({ statusCode }) => statusCode)).toEqual([304, 200, 200]);
    for (const each of [answer, ...others]) expect(each.headers.vary).toBe('accept-encoding');
  });
});

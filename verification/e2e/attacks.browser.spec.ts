import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { safeReturnTo } from '@perktree/contracts/account/return-to';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPoisonedBusiness, type PoisonedBusiness, scriptsRead, wasAttacked } from './attacks/poisoned-business.ts';
import { SCRIPTS } from './attacks/scripts.ts';
import { WAYS_OUT } from './attacks/ways-out.ts';
import { DESKTOP, openWindow, type Window } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();
let business: PoisonedBusiness;
beforeAll(async () => {
  business = await openPoisonedBusiness(shared.url, SCRIPTS);
});

async function windowOf(person: Person | null): Promise<Window> {
  const window = await openWindow(shared.browser, shared.url, DESKTOP);
  window.page.on('dialog', (dialog) => {
    window.pageErrors.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  window.context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:/.test(protocol) && origin !== shared.url) window.pageErrors.push(`asked ${request.url()}`);
  });
  if (person === null) return window;
  const data = { email: person.email, password: person.password };
  expect((await window.context.request.post('/api/auth/login', { data })).status()).toBe(200);
  return window;
}

describe('texts that are scripts, in every field', () => {
  it('are text to the owner', async () => {
    const { owner, siteId } = business;
    const site = `/sites/${siteId}`;
    const qrs = `/qr-management?site=${siteId}`;
    const paths = ['/dashboard', '/sites', qrs, `/qr-management/print?site=${siteId}`, `${site}/redemptions`];
    const window = await windowOf(owner);
    expect(
      await scriptsRead(window, [...paths, `${site}/flags`, '/payouts', '/staff-validation', '/account']),
    ).toBeGreaterThan(SCRIPTS.length);
    await window.context.close();
  });

  it('are text to distributors and customers', async () => {
    for (const [person, paths] of [
      [business.distributor, ['/dashboard', '/qr-management', '/payouts', '/account']],
      [business.customer, ['/mobile-scanner', '/my-scans', '/earnings', '/account']],
    ] as const) {
      const window = await windowOf(person);
      expect(await scriptsRead(window, paths)).toBeGreaterThan(5);
      await window.context.close();
    }
  });

  it('are text on the pages that a printed code opens', async () => {
    const window = await windowOf(null);
    const paths = business.offers.flatMap((offer, n) =>
      n % 2 === 0 ? [`/scan/customer/${offer.customer}`] : [`/scan/distributor/${offer.distributor}`],
    );
    expect(await scriptsRead(window, paths)).toBeGreaterThan(SCRIPTS.length);
    await window.context.close();
  });

  it('would be stopped by the policy where one of them were not text', async () => {
    const window = await windowOf(null);
    await window.page.goto('/');
    await window.page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="attacked=1">');
      const script = document.createElement('script');
      script.textContent = 'attacked=1';
      document.body.append(script);
    });
    await expect.poll(() => window.pageErrors.length).toBeGreaterThan(1);
    expect(await wasAttacked(window.page)).toBe(false);
    await window.context.close();
  });
});

describe('ways out of the site behind a login', () => {
  it('lead nowhere else: 200 of them, as a browser reads what is left of them', async () => {
    expect(WAYS_OUT).toHaveLength(200);
    const destinations = WAYS_OUT.flatMap((way) => safeReturnTo(way, shared.url) ?? []);
    const locations = await Promise.all(
      WAYS_OUT.map(async (way) => {
        const url = `${shared.url}/api/login?returnTo=${encodeURIComponent(way)}`;
        return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
      }),
    );
    const window = await windowOf(null);
    await window.page.goto('/login');
    const origins = await window.page.evaluate(
      (all) =>
        all.map((to) => {
          const link = document.createElement('a');
          link.href = to;
          return link.origin;
        }),
      [...destinations, ...locations],
    );
    expect(new Set(origins)).toEqual(new Set([shared.url]));
    expect(locations.every((location) => location.startsWith('/login'))).toBe(true);
    await window.context.close();
  });

  it.each([
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'https:evil.test',
    'javascript:attacked=1',
    '/.//evil.test',
  ])('end at home: %j', async (way) => {
    const window = await windowOf(null);
    await window.page.goto(`/api/login?returnTo=${encodeURIComponent(way)}`);
    await window.page.getByLabel('E-mail').fill(business.customer.email);
    await window.page.getByLabel('Password').fill(business.customer.password);
    await window.page.locator('form button[type=submit]').click();
    await window.page.waitForURL((url) => url.pathname !== '/login');
    expect(new URL(window.page.url()).origin).toBe(shared.url);
    expect([await wasAttacked(window.page), window.pageErrors]).toEqual([false, []]);
    await window.context.close();
  });
});

describe('another site', () => {
  let evil: Server;
  beforeAll(async () => {
    // Another port of this host is the same site for SameSite, so the cookie is sent, but another origin for the server.
    evil = createServer((_, response) => {
      const api = `${shared.url}/api/sites`;
      response.setHeader('content-type', 'text/html');
      response.end(`<form method="post" enctype="text/plain" action="${api}" target="frame">
        <input name='{"name":"Forged","currency":"EUR","x":"' value='"}'></form><iframe name="frame"></iframe>
        <img src="${shared.url}/api/me/sites"><script>
        document.forms[0].submit();
        const body = JSON.stringify({ name: 'Forged', currency: 'EUR' });
        window.tried = Promise.allSettled([
          fetch('${api}', { method: 'POST', credentials: 'include', mode: 'no-cors', body }),
          fetch('${api}', { method: 'POST', credentials: 'include', body, headers: { 'content-type': 'application/json' } }),
          fetch('${shared.url}/api/me/sites', { credentials: 'include' }).then((answer) => answer.json()),
        ]).then((all) => all.map(({ status }) => status));
        </script>`);
    });
    await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    evil.closeAllConnections();
    evil.close();
  });

  it('makes a signed-in browser write nothing, and reads nothing', async () => {
    const window = await openWindow(shared.browser, shared.url, DESKTOP);
    const data = { email: business.owner.email, password: business.owner.password };
    await window.context.request.post('/api/auth/login', { data });
    const page = await window.context.newPage();
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') writes.push(request.url());
    });
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const tried = await page.evaluate(() => (window as unknown as { tried: Promise<string[]> }).tried);
    // Simple requests need no preflight: the server refuses them, and the attacker's page gets no answer.
    expect(tried).toEqual(['rejected', 'rejected', 'rejected']);
    await expect.poll(() => writes.filter((url) => url === `${shared.url}/api/sites`).length).toBeGreaterThanOrEqual(2);
    const sites = await business.owner.get<{ name: string }[]>('/api/me/sites');
    expect(sites).toHaveLength(1);
    await window.context.close();
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { safeReturnTo } from '@perktree/contracts/http/return-to';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPTS } from './attacks/scripts.ts';
import { WAYS_OUT } from './attacks/ways-out.ts';
import { untilQuiet, watchCalls } from './bench-large/open-screen.ts';
import { DESKTOP, openWindow, type Window } from './support/browser.ts';
import { Person } from './support/person.ts';
import { settled } from './support/states.ts';
import { useSharedProduct } from './support/use-product.ts';

interface Offer {
  readonly customer: string;
  readonly distributor: string;
}

const shared = useSharedProduct();
let owner: Person;
let distributor: Person;
let customer: Person;
let siteId: string;
const offers: Offer[] = [];
const lastPart = (url: string) => url.slice(url.lastIndexOf('/') + 1);

beforeAll(async () => {
  await openPoisonedBusiness();
});

/** A business in which every text that users can enter is a script. */
async function openPoisonedBusiness(): Promise<void> {
  const [first = '', second = '', third = ''] = SCRIPTS;
  owner = await Person.register(shared.url, 'owner', 'business', second);
  const { url } = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_pro' });
  await owner.post(`/api/offline-checkout/${lastPart(url)}/confirm`);
  ({ id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: third, currency: 'EUR' }));
  const site = `/api/sites/${siteId}`;
  const configuration = await owner.get<object>(`${site}/config`);
  const generous = {
    selfRedemption: 'on',
    commissionHoldDays: 0,
    minimumPayout: '0.01',
    maxRedemptionsPerCustomer: null,
  };
  await owner.put(`${site}/config`, { ...configuration, ...generous });
  distributor = await Person.register(shared.url, 'distributor', 'distributor', third);
  customer = await Person.register(shared.url, 'customer', 'customer', first);
  offers.push(...(await Promise.all(SCRIPTS.map((script) => offerOf(site, script)))));
  await Promise.all(offers.slice(0, 12).map(({ distributor: token }) => distributor.post('/api/claim-qr', { token })));
  await Promise.all(offers.slice(0, 12).map(({ customer: token }) => customer.post('/api/scan', { token })));
  const { redemptionId } = await customer.post<{ redemptionId: string }>('/api/redeem', { token: offers[0]?.customer });
  await owner.post(`/api/redemptions/${redemptionId}/reverse`, { reason: first, amount: '1.00' });
  // Wait until the read models have the last command.
  await owner.get(`${site}/redemptions`);
  const { payouts } = await owner.post<{ payouts: { id: string }[] }>(`${site}/payouts`);
  await owner.post(`/api/payouts/${payouts[0]?.id}/mark-paid`, { reference: second });
}

async function offerOf(site: string, script: string): Promise<Offer> {
  const texts = { name: script, internalName: script, textReward: script };
  const link = `https://example.test/?q=${encodeURIComponent(script)}`;
  const made = { ...texts, type: 'TEXT_REWARD', commissionPercent: '10.00', externalUrl: link };
  const { id } = await owner.post<{ id: string }>(`${site}/qrs`, made);
  const code = await owner.get<Record<string, string>>(`${site}/qrs/${id}/qrcode`);
  return { customer: lastPart(code.customerUrl ?? ''), distributor: lastPart(code.distributorUrl ?? '') };
}

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

const wasAttacked = ({ page }: Window) => page.evaluate(() => (globalThis as { attacked?: unknown }).attacked === 1);

/** Opens pages one after the other. @returns the number of scripts that they showed as text */
async function visit(window: Window, paths: readonly string[]): Promise<number> {
  let read = 0;
  const traffic = watchCalls(window.page);
  for (const path of paths) {
    await window.page.goto(path, { waitUntil: 'load' });
    await settled(window.page);
    await untilQuiet(window.page, traffic);
    // Let the page finish rendering. A page may never be idle, so the wait is limited.
    await window.page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 })));
    const text = await window.page.locator('body').innerText();
    read += SCRIPTS.filter((script) => text.includes(script)).length;
    expect([path, await wasAttacked(window), window.pageErrors]).toEqual([path, false, []]);
  }
  return read;
}

describe('texts that are scripts, in every field', () => {
  it('are text to the owner', async () => {
    const site = `/sites/${siteId}`;
    const qrs = `/qr-management?site=${siteId}`;
    const paths = ['/dashboard', '/sites', qrs, `/qr-management/print?site=${siteId}`, `${site}/redemptions`];
    const window = await windowOf(owner);
    expect(
      await visit(window, [...paths, `${site}/flags`, '/payouts', '/staff-validation', '/account']),
    ).toBeGreaterThan(SCRIPTS.length);
    await window.context.close();
  });

  it('are text to distributors and customers', async () => {
    for (const [person, paths] of [
      [distributor, ['/dashboard', '/qr-management', '/payouts', '/account']],
      [customer, ['/mobile-scanner', '/my-scans', '/earnings', '/account']],
    ] as const) {
      const window = await windowOf(person);
      expect(await visit(window, paths)).toBeGreaterThan(5);
      await window.context.close();
    }
  });

  it('are text on the pages that a printed code opens', async () => {
    const window = await windowOf(null);
    const paths = offers.flatMap((offer, n) =>
      n % 2 === 0 ? [`/scan/customer/${offer.customer}`] : [`/scan/distributor/${offer.distributor}`],
    );
    expect(await visit(window, paths)).toBeGreaterThan(SCRIPTS.length);
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
    expect(await wasAttacked(window)).toBe(false);
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
    await window.page.getByLabel('E-mail').fill(customer.email);
    await window.page.getByLabel('Password').fill(customer.password);
    await window.page.locator('form button[type=submit]').click();
    await window.page.waitForURL((url) => url.pathname !== '/login');
    expect(new URL(window.page.url()).origin).toBe(shared.url);
    expect([await wasAttacked(window), window.pageErrors]).toEqual([false, []]);
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
    const data = { email: owner.email, password: owner.password };
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
    const sites = await owner.get<{ name: string }[]>('/api/me/sites');
    expect(sites).toHaveLength(1);
    await window.context.close();
  });
});

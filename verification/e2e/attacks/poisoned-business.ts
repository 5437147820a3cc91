import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled, type Window } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { subscribe, tokenOf } from '../support/shop.ts';
import { untilQuiet, watchCalls } from '../support/watch-calls.ts';

/**
 * Names that try to run a script when a page shows them: an element, the end of another element, an event handler, a frame, a
 * style, an address. Each sets `attacked` on the window if it runs.
 */
const SCRIPTS: readonly string[] = [
  '<script>attacked=1</script>',
  '</title><script>attacked=1</script>',
  '<img src=x onerror=attacked=1>',
  '"onfocus="attacked=1"autofocus="',
  '<svg onload=attacked=1>',
  '<iframe srcdoc="<script>parent.attacked=1</script>">',
  '<style>*{background:url(//evil.test)}</style>',
  'javascript:attacked=1',
];

interface Offer {
  readonly customer: string;
  readonly distributor: string;
}

export interface PoisonedBusiness {
  readonly owner: Person;
  readonly distributor: Person;
  readonly customer: Person;
  readonly siteId: string;
  readonly offers: readonly Offer[];
}

/** A business in which every text that users can enter is a script. */
export async function openPoisonedBusiness(url: string): Promise<PoisonedBusiness> {
  const [first = '', second = '', third = ''] = SCRIPTS;
  const owner = await Person.register(url, 'owner', 'business', second);
  await subscribe(owner, 'pro');
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: third, currency: 'EUR' });
  const site = `/api/sites/${siteId}`;
  const configuration = await owner.get<object>(`${site}/config`);
  const generous = {
    selfRedemption: 'on',
    commissionHoldDays: 0,
    minimumPayout: '0.01',
    maxRedemptionsPerCustomer: null,
  };
  await owner.put(`${site}/config`, { ...configuration, ...generous });
  const distributor = await Person.register(url, 'distributor', 'distributor', third);
  const customer = await Person.register(url, 'customer', 'customer', first);
  const offers = await Promise.all(SCRIPTS.map((script) => offerOf(owner, site, script)));
  await Promise.all(offers.map(({ distributor: token }) => distributor.post('/api/claim-qr', { token })));
  await Promise.all(offers.map(({ customer: token }) => customer.post('/api/scan', { token })));
  const { redemptionId } = await customer.post<{ redemptionId: string }>('/api/redeem', { token: offers[0]?.customer });
  await owner.post(`/api/redemptions/${redemptionId}/reverse`, { reason: first, amount: '1.00' });
  // Wait until the read models have the last command.
  await owner.get(`${site}/redemptions`);
  const { payouts } = await owner.post<{ payouts: { id: string }[] }>(`${site}/payouts`);
  await owner.post(`/api/payouts/${payouts[0]?.id}/mark-paid`, { reference: second });
  return { owner, distributor, customer, siteId, offers };
}

async function offerOf(owner: Person, site: string, script: string): Promise<Offer> {
  const texts = { name: script, internalName: script, textReward: script };
  const link = `https://example.test/?q=${encodeURIComponent(script)}`;
  const made = { ...texts, type: 'TEXT_REWARD', commissionPercent: '10.00', externalUrl: link };
  const { id } = await owner.post<{ id: string }>(`${site}/qrs`, made);
  const code = await owner.get<Record<string, string>>(`${site}/qrs/${id}/qrcode`);
  return { customer: tokenOf(code.customerUrl ?? ''), distributor: tokenOf(code.distributorUrl ?? '') };
}

export const wasAttacked = (page: Page) => page.evaluate(() => (globalThis as { attacked?: unknown }).attacked === 1);

/** Opens pages one after the other. @returns the number of scripts that they showed as text */
export async function scriptsRead(window: Window, paths: readonly string[]): Promise<number> {
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
    expect([path, await wasAttacked(window.page), window.pageErrors]).toEqual([path, false, []]);
  }
  return read;
}

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, contrastFindings } from './accessibility/audit.ts';
import { PASSWORD } from './support/actions.ts';
import { DESKTOP, launchBrowser, openWindow, PHONE, type Window } from './support/browser.ts';
import { growLargeTrees, type LargeTrees } from './support/large-trees.ts';
import { Person } from './support/person.ts';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, removeData } from './support/product.ts';
import { tokenOf } from './support/shop.ts';
import { showIn } from './support/states.ts';

const MOST_NODES = 2_500;
const MOST_BYTES = 300_000;

let product: Product;
let browser: Browser;
let owner: Person;
let trees: LargeTrees;
let campaign: { siteId: string; rootId: string };
let distributor: Person;
let opened: Window | undefined;
beforeAll(async () => {
  product = await startPrepared('nothing');
  browser = await launchBrowser();
  owner = await Person.register(product.url, 'owner', 'business');
  trees = await growLargeTrees(owner);
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: 'Corner Café', currency: 'EUR' });
  const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' };
  const { id: rootId } = await owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, { name: 'Summer', ...benefit });
  const splits = [
    { name: 'Counter', commissionPercent: '4.00' },
    { name: 'Window', commissionPercent: '2.00' },
  ];
  const { qrs } = await owner.post<{ qrs: { id: string }[] }>(`/api/sites/${siteId}/qrs/${rootId}/split`, { splits });
  const below = { splits: [{ name: 'Table 7', commissionPercent: '1.00' }] };
  await owner.post(`/api/sites/${siteId}/qrs/${qrs[0]?.id}/split`, below);
  distributor = await Person.register(product.url, 'Dora', 'distributor');
  const partner = await Person.register(product.url, 'Emil', 'distributor');
  const claim = async (person: Person, qrId = '') => {
    const code = await owner.get<{ distributorUrl: string }>(`/api/sites/${siteId}/qrs/${qrId}/qrcode`);
    await person.post('/api/claim-qr', { token: tokenOf(code.distributorUrl) });
  };
  await claim(distributor, rootId);
  await claim(partner, qrs[0]?.id);
  campaign = { siteId, rootId };
});
afterEach(() => opened?.context.close());
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

async function openAs(person: Person, path: string, viewport = DESKTOP, language = 'en') {
  opened = await openWindow(browser, product.url, viewport);
  const { page, context } = opened;
  await context.addInitScript(`localStorage.setItem('language', '${language}')`);
  await context.request.post('/api/auth/login', { data: { email: person.email, password: PASSWORD } });
  const cost = { bytes: 0 };
  page.on('response', async (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/') || response.url().includes('/api/events')) return;
    cost.bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
  });
  await page.goto(path);
  return { page, cost };
}
const node = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) });
const picture = () => `/qr-management/tree?site=${campaign.siteId}&qr=${campaign.rootId}`;
const count = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('the picture of a tree on %s', (_, viewport) => {
  it('opens from the list, and shows owners, redemptions and shares of 100', async () => {
    const { page } = await openAs(owner, `/qr-management?site=${campaign.siteId}`, viewport);
    await page.getByRole('link', { name: 'Picture of the tree' }).first().click();
    await page.getByRole('heading', { name: 'Tree of Summer' }).waitFor();
    const labels = page.getByRole('treeitem');
    await node(page, 'Table 7').waitFor();
    await expect
      .poll(() => labels.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      .toEqual([
        'Summer, Dora, 10.00%, earns €10.00, 0 redeemed',
        'Counter, Emil, 4.00%, earns €4.00, 0 redeemed',
        'Table 7, Not claimed, 1.00%, earns nothing, 0 redeemed',
        'Window, Not claimed, 2.00%, earns nothing, 0 redeemed',
      ]);
    await node(page, 'Counter').click();
    await page
      .getByRole('status')
      .filter({
        hasText:
          'A sale of €100.00 with Counter: Dora earns €6.00 (Summer); Emil earns €4.00 (Counter). Total commission: €10.00.',
      })
      .waitFor();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect
      .poll(() => page.getByRole('row', { name: /^Summer/ }).innerText())
      .toMatch(/1\s+Dora\s+10.00%\s+€6.00\s+0/);
  });

  it('has no accessibility finding, light or dark, in both views', async () => {
    const { page } = await openAs(owner, picture(), viewport);
    await node(page, 'Counter').click();
    expect(await axeFindings(page)).toEqual([]);
    await showIn(page, 'dark');
    expect(await contrastFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('draws a tree of 1,000 QRs branch by branch', async () => {
    const list = await owner.get<{ id: string }[]>(`/api/sites/${trees.siteId}/qrs?q=Large&limit=1`);
    const path = `/qr-management/tree?site=${trees.siteId}&qr=${list[0]?.id}`;
    const { page, cost } = await openAs(owner, path, viewport);
    await node(page, 'Branch 9').waitFor();
    for (const branch of ['Branch 1', 'Branch 9']) {
      await node(page, branch).click();
      await page.getByRole('button', { name: `Show 110 QRs below ${branch}` }).click();
      await node(page, `Leaf ${branch.slice(-1)} 110`).waitFor();
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(120);
      expect(await count(page)).toBeLessThanOrEqual(MOST_NODES);
    }
    expect(cost.bytes).toBeLessThanOrEqual(MOST_BYTES);
  });
});

it('is used by keyboard alone', async () => {
  const { page } = await openAs(owner, picture());
  await node(page, 'Summer').focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0]);
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Counter');
  await page.keyboard.press('ArrowLeft');
  await node(page, 'Table 7').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await node(page, 'Table 7').waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Table 7');
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('Window');
  await page.keyboard.press('Enter');
  await expect.poll(() => node(page, 'Window').getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Home');
  await expect.poll(focused).toBe('Summer');
});

it('zooms, and prints the picture without the controls', async () => {
  const { page } = await openAs(owner, picture());
  const width = async () => (await node(page, 'Summer').boundingBox())?.width ?? 0;
  await node(page, 'Summer').waitFor();
  const before = await width();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(width).toBeCloseTo(before, 0);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await expect.poll(() => node(page, 'Window').isVisible()).toBe(true);
});

it('shows a distributor the shares by the rule of the site, in Spanish', async () => {
  const { page } = await openAs(distributor, `/qr-management/tree?qr=${campaign.rootId}`, PHONE, 'es');
  await page.getByRole('heading', { name: 'Árbol de Summer' }).waitFor();
  await node(page, 'Counter').click();
  await page.getByText(/Tú gana .*6,00.* \(Summer\); Otro distribuidor gana .*4,00/).waitFor();
});

it('says so when the QR is not there', async () => {
  const { page } = await openAs(owner, `/qr-management/tree?site=${trees.siteId}&qr=${campaign.rootId}`);
  await page.getByText('QR code not found', { exact: true }).waitFor();
});

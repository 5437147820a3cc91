import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from './support/actions.ts';
import { DESKTOP, openWindow } from './support/browser.ts';
import { Person } from './support/person.ts';
import { decodePng } from './support/read-qr.ts';
import { useSharedProduct } from './support/use-product.ts';

const NAMES = ['Bread & <Butter>', 'Café “Ñandú”', 'お茶と菓子'];
const shared = useSharedProduct();
let owner: Person;
let distributor: Person;
let siteId: string;
const links = new Map<string, string>();

beforeAll(async () => {
  owner = await Person.register(shared.url, 'owner', 'business');
  siteId = (await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' })).id;
  let claimable = '';
  for (const name of NAMES) {
    const qr = await owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, {
      name,
      type: 'DISCOUNT_FIXED',
      discountFixedAmount: 5,
      commissionPercent: '10.00',
    });
    const code = await owner.get<{ customerUrl: string; distributorUrl: string }>(
      `/api/sites/${siteId}/qrs/${qr.id}/qrcode`,
    );
    links.set(name, code.customerUrl);
    claimable = code.distributorUrl;
  }
  distributor = await Person.register(shared.url, 'distributor', 'distributor');
  await distributor.post('/api/claim-qr', { token: claimable.split('/').at(-1) });
});

async function signedIn(person: Person, intent: string): Promise<{ page: Page; pageErrors: string[] }> {
  const { page, pageErrors } = await openWindow(shared.browser, shared.url, DESKTOP);
  await page.goto(`/login?intent=${intent}`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  return { page, pageErrors };
}

async function saved(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const coming: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** The text of each code on a rendered page, by the name below it. */
async function readSheet(svg: Buffer): Promise<Map<string, string>> {
  const context = await shared.browser.newContext({ viewport: { width: 900, height: 1200 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.setContent(svg.toString('utf8').replace(/^<\?xml[^>]*>/, ''));
  const read = new Map<string, string>();
  for (const text of await page.locator('svg text[font-weight]').all()) {
    const index = read.size;
    const box = await page.locator('svg > g[transform]').nth(index).boundingBox();
    if (!box) throw new Error('a code is not on the page');
    read.set((await text.textContent()) ?? '', decodePng(await page.screenshot({ clip: box })));
  }
  await context.close();
  return read;
}

describe.each([
  ['A4', 'A4 (210 × 297 mm)'],
  ['Letter', 'Letter (8.5 × 11 in)'],
])('a print sheet on %s', (paper, option) => {
  it('has a readable code for each chosen QR of the owner, as SVG and PDF', async () => {
    const { page, pageErrors } = await signedIn(owner, 'business');
    await page.goto(`/qr-management?site=${siteId}`);
    await page.getByRole('link', { name: 'Print sheet' }).click();
    await page.getByRole('checkbox', { name: /^All / }).click();
    await page.getByRole('combobox', { name: 'Paper' }).click();
    await page.getByRole('option', { name: option }).click();
    const svg = await saved(page, 'Download SVG');
    expect(svg.name).toBe(`Print-sheet-${paper}.svg`);
    expect(Object.fromEntries(await readSheet(svg.content))).toEqual(Object.fromEntries(links));
    expect(svg.content.toString('utf8').match(/>€5 Off</g)).toHaveLength(NAMES.length);
    const pdf = await saved(page, 'Download PDF');
    expect(pdf.name).toBe(`Print-sheet-${paper}.pdf`);
    expect(pdf.content.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(pageErrors).toEqual([]);
  });
});

it('is there for distributors, with the QRs that they have claimed and no other', async () => {
  const { page } = await signedIn(distributor, 'distributor');
  await page.goto('/qr-management');
  await page.getByRole('link', { name: 'Print sheet' }).click();
  const name = NAMES.at(-1) ?? '';
  await page.getByRole('checkbox', { name }).click();
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(2);
  const svg = await saved(page, 'Download SVG');
  expect(Object.fromEntries(await readSheet(svg.content))).toEqual({ [name]: links.get(name) });
});

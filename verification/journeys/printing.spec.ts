import { beforeAll, expect, it } from 'vitest';
import { Person } from '../e2e/support/person.ts';
import { decodePng } from '../e2e/support/read-qr.ts';
import { createQr, tokenOf } from '../e2e/support/shop.ts';
import { download, useJourney } from './journey.ts';

const NAMES = ['Bread & <Butter>', 'Café “Ñandú”', 'お茶と菓子'];
const journey = useJourney();
let owner: Person;
let distributor: Person;
let siteId: string;
const links = new Map<string, string>();

beforeAll(async () => {
  owner = await Person.register(journey.url, 'owner', 'business');
  siteId = (await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' })).id;
  const benefit = { type: 'DISCOUNT_FIXED', discountPercent: undefined, discountFixedAmount: 5 };
  let claimable = '';
  for (const name of NAMES) {
    const { customerUrl, distributorUrl } = await createQr(owner, `/api/sites/${siteId}`, { name, ...benefit });
    links.set(name, customerUrl);
    claimable = tokenOf(distributorUrl);
  }
  distributor = await Person.register(journey.url, 'distributor', 'distributor');
  await distributor.post('/api/claim-qr', { token: claimable });
});

/** The text of each code on a rendered page, by the name below it. */
async function readSheet(svg: Buffer): Promise<Map<string, string>> {
  const context = await journey.browser.newContext({ viewport: { width: 900, height: 1200 }, deviceScaleFactor: 2 });
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

it('a print sheet has a readable code for each chosen QR of the owner, as SVG and PDF', async () => {
  const page = await journey.open(owner, `/qr-management?site=${siteId}`);
  await page.getByRole('link', { name: 'Print sheet' }).click();
  await page.getByRole('checkbox', { name: /^All / }).click();
  await page.getByRole('combobox', { name: 'Paper' }).click();
  await page.getByRole('option', { name: 'Letter (8.5 × 11 in)' }).click();
  const svg = await download(page, 'Download SVG');
  expect(svg.name).toMatch(/^Harbour-Bakery_print-sheet_Letter_12-per-page_\d{4}-\d\d-\d\d\.svg$/);
  expect(Object.fromEntries(await readSheet(svg.content))).toEqual(Object.fromEntries(links));
  expect(svg.content.toString('utf8').match(/>€5 Off</g)).toHaveLength(NAMES.length);
  const pdf = await download(page, 'Download PDF');
  expect(pdf.name).toBe(svg.name.replace('.svg', '.pdf'));
  expect(pdf.content.subarray(0, 5).toString('latin1')).toBe('%PDF-');
});

it('a print sheet is there for distributors, with the QRs that they have claimed and no other', async () => {
  const page = await journey.open(distributor, '/qr-management');
  await page.getByRole('link', { name: 'Print sheet' }).click();
  const name = NAMES.at(-1) ?? '';
  await page.getByRole('checkbox', { name }).click();
  for (const other of NAMES.slice(0, -1)) expect(await page.getByRole('checkbox', { name: other }).count()).toBe(0);
  const svg = await download(page, 'Download SVG');
  expect(Object.fromEntries(await readSheet(svg.content))).toEqual({ [name]: links.get(name) });
});

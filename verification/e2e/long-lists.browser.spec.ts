import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PATIENCE_MS, PHONE, type Window } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { type LongList, serveList } from './support/long-list.ts';
import { useFurnishedProduct } from './support/use-product.ts';

const running = useFurnishedProduct();
const soon = { timeout: PATIENCE_MS };
const MOST_NODES = 2_500;

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const redemption = (n: number) => ({
  id: id(n),
  qrId: id(0),
  qrName: `Window ${n}`,
  customerName: `Customer ${n}`,
  benefit: '20% Discount',
  saleAmount: '100.00',
  currency: 'EUR',
  confirmedBy: 'Counter',
  confirmedVia: 'code',
  redeemedAt: '2026-06-05T12:00:00.000Z',
  confirmation: null,
  reversedAt: null,
  reversedAmount: '0.00',
  isWhollyReversed: false,
});
const MANY = Array.from({ length: 20_131 }, (_, n) => redemption(n + 1));

let opened: Window | undefined;
afterEach(() => opened?.context.close());

const scan = (n: number) => ({
  id: id(n),
  scanId: id(n),
  name: `Window ${n}`,
  siteName: 'Corner Café',
  currency: 'EUR',
  type: 'DISCOUNT_PERCENT',
  discountPercent: 20,
  discountFixedAmount: null,
  textReward: null,
  isRedeemed: n > 5,
  scanDate: '2026-06-05T12:00:00.000Z',
  redeemedAt: n > 5 ? '2026-06-05T13:00:00.000Z' : null,
  expiresAtUtc: '2099-06-05T12:00:00.000Z',
  awaitsConfirmation: false,
  redemptionCode: n > 5 ? null : 'ABC-234',
  redemptionToken: null,
});

async function customerOn(path: string, scans: number): Promise<{ page: Page; list: LongList }> {
  opened = await openWindow(running.browser, running.product.url, PHONE);
  const { page, context } = opened;
  await context.request.post('/api/auth/login', { data: demoAccount('customer') });
  const rows = Array.from({ length: scans }, (_, n) => scan(n + 1));
  const list = await serveList(page, '/api/me/scans', rows);
  await page.goto(path);
  return { page, list };
}

async function redemptionsOf(rows: LongList['rows'], viewport = DESKTOP): Promise<{ page: Page; list: LongList }> {
  opened = await openWindow(running.browser, running.product.url, viewport);
  const { page, context } = opened;
  await context.request.post('/api/auth/login', { data: demoAccount('owner') });
  const { siteId } = running.business;
  const list = await serveList(page, `/api/sites/${siteId}/redemptions`, rows);
  await page.goto(`/sites/${siteId}/redemptions`);
  return { page, list };
}
const listOf = (page: Page) => page.getByRole('list', { name: 'Redemptions' });
const rowOf = (page: Page, n: number) => listOf(page).getByText(`Customer ${n} · Window ${n}`, { exact: true });
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
/** Scrolls to the end of what has loaded. */
const toEnd = (page: Page) =>
  listOf(page).evaluate((list) => list.scrollIntoView({ block: 'end', behavior: 'instant' }));
const cursors = ({ requests }: LongList) => requests.map(({ searchParams }) => searchParams.get('cursor'));

/** Types without pauses, faster than a person. */
const typeAtOnce = (field: Locator, text: string) =>
  field.evaluate((input, typed) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (let n = 1; n <= typed.length; n += 1) {
      value?.set?.call(input, typed.slice(0, n));
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('20,131 rows on %s', (_name, viewport) => {
  it('says how many are not shown, loads by scrolling, and keeps few rows in the document', async () => {
    const { page, list } = await redemptionsOf(MANY, viewport);
    await page.getByText('50 of 20,131 shown. 20,081 more.').waitFor(soon);
    const first = listOf(page).getByRole('listitem').first();
    await expect.poll(() => first.getAttribute('aria-posinset')).toBe('1');
    await expect.poll(() => first.getAttribute('aria-setsize')).toBe('20131');
    await expect
      .poll(() => toEnd(page).then(() => page.getByText('200 of 20,131 shown.', { exact: false }).count()), soon)
      .toBe(1);
    expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES);
    // Content below the list can be reached, because scrolling does not load more rows.
    await page.getByRole('heading', { name: 'Refused attempts' }).scrollIntoViewIfNeeded();
    expect(cursors(list)).toEqual([null, id(50), id(100), id(150)]);
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('250 of 20,131 shown.', { exact: false }).waitFor(soon);
  });
});

it('drops pages far above and loads them again on the way back', async () => {
  const { page, list } = await redemptionsOf(MANY);
  for (let shown = 50; shown <= 700; shown += 50) {
    await page.getByText(`${shown} of 20,131 shown.`, { exact: false }).waitFor(soon);
    await toEnd(page);
    const more = page.getByRole('button', { name: 'Load more' });
    if (shown % 200 === 0) await more.click();
  }
  const before = list.requests.length;
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await rowOf(page, 1).waitFor(soon);
  expect(list.requests.length).toBeGreaterThan(before);
  await expect.poll(() => listOf(page).getByRole('listitem').first().getAttribute('aria-posinset')).toBe('1');
  expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES);
});

it('finds any row by a few typed letters, with one request after the last of them, and says how many match', async () => {
  const { page, list } = await redemptionsOf(MANY);
  await rowOf(page, 1).waitFor(soon);
  await typeAtOnce(page.getByRole('searchbox').first(), 'Customer 20131');
  await rowOf(page, 20_131).waitFor(soon);
  expect(list.requests.filter(({ searchParams }) => searchParams.has('q')).length).toBe(1);
  await page.getByText('1 entry', { exact: true }).waitFor(soon);
  expect(new URL(page.url()).searchParams.get('q')).toBe('Customer 20131');
});

it('offers to try again when a page in the middle cannot be loaded, and goes on from there', async () => {
  const { page, list } = await redemptionsOf(MANY);
  await rowOf(page, 1).waitFor(soon);
  list.fails = true;
  await toEnd(page);
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await retry.waitFor(soon);
  const asked = list.requests.length;
  await toEnd(page);
  expect(list.requests).toHaveLength(asked);
  list.fails = false;
  await retry.click();
  await page.getByText('100 of 20,131 shown.', { exact: false }).waitFor(soon);
  // None of its own accord in between.
  expect(list.requests).toHaveLength(asked + 1);
  await rowOf(page, 51).waitFor({ state: 'attached', ...soon });
});

it('keeps the focus of a row that has left the window', async () => {
  const { page } = await redemptionsOf(MANY);
  const button = page.getByRole('link', { name: /Customer 2$/ });
  await button.focus();
  await toEnd(page);
  await page.getByText('100 of 20,131 shown.', { exact: false }).waitFor(soon);
  await expect.poll(() => rowOf(page, 3).count()).toBe(0);
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  expect(await isFocused()).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(isFocused).toBe(false);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(isFocused).toBe(true);
});

const focusedLabel = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

it('is reached row by row with the keyboard, across the end of a page', async () => {
  const { page } = await redemptionsOf(MANY.slice(0, 70));
  await rowOf(page, 1).waitFor(soon);
  await page.getByRole('link', { name: /Customer 1$/ }).focus();
  for (let n = 1; n < 60; n += 1) {
    // The second Tab may come before the next page has loaded. Then it reaches the footer, which passes the focus on.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedLabel(page), soon).toMatch(new RegExp(`Customer ${n + 1}$`));
  }
});

it('passes the focus from its footer to the first row that loads', async () => {
  const { page, list } = await redemptionsOf(MANY.slice(0, 70));
  let answer = () => {};
  list.laterPages = new Promise((resolve) => {
    answer = resolve;
  });
  await rowOf(page, 1).waitFor(soon);
  await toEnd(page);
  await page.getByRole('link', { name: /Customer 50$/ }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedLabel(page)).toBe('Load more');
  answer();
  await expect.poll(() => focusedLabel(page), soon).toMatch(/Customer 51$/);
});

it('returns to the same row when the reader goes back', async () => {
  const { page } = await redemptionsOf(MANY);
  await rowOf(page, 1).waitFor(soon);
  for (const shown of [100, 150]) {
    await toEnd(page);
    await page.getByText(`${shown} of 20,131 shown.`, { exact: false }).waitFor(soon);
  }
  const link = page.getByRole('link', { name: /Customer 90$/ });
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollBy({ top: -400, behavior: 'instant' }));
      return link.count();
    }, soon)
    .toBe(1);
  const before = await link.evaluate((element: HTMLElement) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    element.click();
    return window.scrollY;
  });
  await listOf(page).waitFor({ state: 'detached', ...soon });
  await expect.poll(() => page.evaluate(() => window.scrollY), soon).toBe(0);
  await page.goBack();
  await link.waitFor(soon);
  await expect.poll(() => page.evaluate(() => window.scrollY), soon).toBe(before);
});

it.each([0, 1])('shows a list of %i rows without a count of what is missing', async (length) => {
  const { page } = await redemptionsOf(MANY.slice(0, length));
  if (length === 0) await page.getByText('No redemptions yet').waitFor(soon);
  else await rowOf(page, 1).waitFor(soon);
  await expect.poll(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
  await expect.poll(() => page.getByText('shown.', { exact: false }).count()).toBe(0);
});

describe('a customer with 2,000 scans', () => {
  it('finds them in a list of few nodes', async () => {
    const { page } = await customerOn('/my-scans', 2_000);
    await page.getByText('24 of 2,000 shown.', { exact: false }).waitFor(soon);
    expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES);
    await page.getByRole('searchbox').fill('Window 1999');
    await page.getByText('Corner Café · Window 1999').waitFor(soon);
  });

  it('sees them on the scanner page, which renders only what is shown', async () => {
    const { page } = await customerOn('/mobile-scanner', 2_000);
    await page.getByRole('tab', { name: 'Scans', exact: true }).click();
    await page.getByText('24 of 2,000 shown.', { exact: false }).waitFor(soon);
    expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES);
  });

  it('loads only the open codes on other screens, to save them for offline use', async () => {
    const { page, list } = await customerOn('/earnings', 2_000);
    await page.getByRole('heading', { level: 1 }).waitFor(soon);
    await expect.poll(() => list.requests.map(({ search }) => search), soon).toEqual(['?show=open&limit=50']);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'My Scans' }).click();
    await page.getByText('24 of 2,000 shown.', { exact: false }).waitFor(soon);
    expect(list.requests.map(({ search }) => search)).toEqual(['?show=open&limit=50', '?limit=24']);
  });
});

describe('the choice among 300 sites', () => {
  async function choice(): Promise<{ page: Page }> {
    opened = await openWindow(running.browser, running.product.url, PHONE);
    const { page, context } = opened;
    await context.request.post('/api/auth/login', { data: demoAccount('owner') });
    const [site] = await (await context.request.get('/api/me/sites')).json();
    const rows = Array.from({ length: 300 }, (_, n) => ({ ...site, id: id(n + 1), name: `Harbour ${n + 1} North` }));
    await serveList(page, '/api/me/sites', rows);
    await page.goto('/qr-management');
    return { page };
  }

  it('keeps each typed letter and space, and chooses by keyboard', async () => {
    const { page } = await choice();
    const field = page.getByRole('combobox', { name: 'Select Site' });
    await field.click();
    await page.getByText('20 of 300 shown. Type to find others.').waitFor(soon);
    await expect.poll(() => page.getByRole('option').count()).toBe(20);
    await field.pressSequentially('harbour 277 n', { delay: 60 });
    await expect.poll(() => field.inputValue()).toBe('harbour 277 n');
    await expect.poll(() => page.getByRole('option').count(), soon).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Harbour 277 North');
    await expect.poll(() => new URL(page.url()).searchParams.get('site'), soon).toBe(id(277));
  });

  it('keeps text that finds nothing when the focus leaves', async () => {
    const { page } = await choice();
    const field = page.getByRole('combobox', { name: 'Select Site' });
    await field.fill('elsewhere');
    await page.getByText('No results').waitFor(soon);
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe('elsewhere');
  });
});

it('keeps every loaded person in the staff dialog, which has no window of its own', async () => {
  opened = await openWindow(running.browser, running.product.url, DESKTOP);
  const { page, context } = opened;
  await context.request.post('/api/auth/login', { data: demoAccount('owner') });
  const joinedAt = '2026-06-05T12:00:00.000Z';
  const people = Array.from({ length: 620 }, (_, n) => ({
    ...{ id: id(n + 1), userId: id(n + 1), name: `Waiter ${n + 1}`, email: `waiter-${n + 1}@example.test`, joinedAt },
  }));
  await serveList(page, `/api/sites/${running.business.siteId}/staff`, people);
  await page.goto('/sites');
  await page.getByRole('button', { name: 'Staff of Corner Café' }).click();
  const dialog = page.getByRole('dialog');
  for (let shown = 50; shown < people.length; shown += 50) {
    await dialog.getByText(`${shown} of 620 shown.`, { exact: false }).waitFor(soon);
    await dialog.getByRole('button', { name: 'Load more' }).click();
  }
  await dialog.getByRole('button', { name: 'Remove Waiter 620', exact: true }).waitFor(soon);
  await expect.poll(() => dialog.getByRole('button', { name: /^Remove Waiter / }).count()).toBe(620);
});

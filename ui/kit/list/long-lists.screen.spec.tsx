import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import type { SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, seeText } from '../../testing/forms.ts';
import { giveList, idOf, type LongList } from '../../testing/long-list.ts';
import { api, DESKTOP, openScreen, PHONE, type Viewport } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { filledRow } from '../../testing/sample.ts';
import { see } from '../../testing/see.ts';
import { asOwner, openShop, QR, REDEMPTION, SITE } from '../../testing/shop.ts';

const MAX_ELEMENTS = 2_500;
const redemption = (n: number): SiteRedemptionAnswer => ({
  ...{ ...REDEMPTION, id: idOf(n), qrName: `Window ${n}`, customerName: `Customer ${n}` },
});
const MANY = Array.from({ length: 2_131 }, (_, n) => redemption(n + 1));

async function openRedemptions(rows: readonly SiteRedemptionAnswer[], viewport: Viewport = DESKTOP): Promise<LongList> {
  asOwner();
  const list = giveList(calls.siteRedemptions, rows, ({ id }) => id);
  await openScreen(`/sites/${SITE.id}/redemptions`, { viewport });
  return list;
}
const redemptions = () => page.getByRole('list', { name: 'Redemptions' });
const rowOf = (n: number) => redemptions().getByText(`Customer ${n} · Window ${n}`, { exact: true });
const seeRow = (n: number) => expect.element(rowOf(n)).toBeInTheDocument();
const linkOf = (n: number) => page.getByRole('link', { name: new RegExp(`Customer ${n}$`) });
const elements = () => document.querySelectorAll('*').length;
const shown = (text: string) => document.body.innerText.includes(text);
const toEnd = () => redemptions().element().scrollIntoView({ block: 'end', behavior: 'instant' });
const scrollUntil = (text: string) =>
  expect
    .poll(() => {
      toEnd();
      return shown(text);
    })
    .toBe(true);
/** Scrolls in steps until a row is in the document. */
const scrollTo = (n: number, step: number) =>
  expect
    .poll(() => {
      window.scrollBy({ top: step, behavior: 'instant' });
      return linkOf(n).query();
    })
    .not.toBeNull();
const more = () => page.getByRole('button', { name: 'Load more' });
const cursors = (list: LongList) => list.requests().map(({ cursor }) => cursor);
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '';

/** Types without pauses, faster than a person. */
function typeAtOnce(text: string): void {
  const input = document.querySelector('input[type=search]') as HTMLInputElement;
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  for (let n = 1; n <= text.length; n += 1) {
    value?.set?.call(input, text.slice(0, n));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

it('says how many are not shown, loads by scrolling, and keeps few rows in the document', async () => {
  const list = await openRedemptions(MANY, PHONE);
  await see({ texts: ['50 of 2,131 shown. 2,081 more.'] });
  const first = redemptions().getByRole('listitem').first();
  await expect.element(first).toHaveAttribute('aria-posinset', '1');
  await expect.element(first).toHaveAttribute('aria-setsize', '2131');
  await scrollUntil('200 of 2,131 shown.');
  expect(elements()).toBeLessThanOrEqual(MAX_ELEMENTS);
  // What is below the list can be reached: scrolling loads no more rows.
  page.getByRole('heading', { name: 'Refused attempts' }).element().scrollIntoView();
  expect(cursors(list)).toEqual([undefined, idOf(50), idOf(100), idOf(150)]);
  await more().click();
  await expect.poll(() => shown('250 of 2,131 shown.')).toBe(true);
});

it('drops pages far above and loads them again on the way back', async () => {
  const list = await openRedemptions(MANY);
  for (let rows = 50; rows <= 600; rows += 50) {
    await scrollUntil(`${rows} of 2,131 shown.`);
    if (rows % 200 === 0) await more().click();
  }
  const before = list.requests().length;
  window.scrollTo({ top: 0, behavior: 'instant' });
  await seeRow(1);
  expect(list.requests().length).toBeGreaterThan(before);
  await expect.element(redemptions().getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1');
  expect(elements()).toBeLessThanOrEqual(MAX_ELEMENTS);
});

it('does not take a reader back to the rows that a click loads, who has scrolled away meanwhile', async () => {
  const list = await openRedemptions(MANY);
  await scrollUntil('200 of 2,131 shown.');
  let arrive = () => {};
  list.laterPages = new Promise((resolve) => {
    arrive = resolve;
  });
  await more().click();
  // The row is still near enough to be in the document, below the visible area.
  const below = window.innerHeight + 20;
  window.scrollBy({ top: linkOf(200).element().getBoundingClientRect().bottom - below, behavior: 'instant' });
  arrive();
  await expect.poll(focused).toMatch(/Customer 201$/);
  expect(linkOf(201).element().getBoundingClientRect().top).toBeGreaterThan(window.innerHeight);
});

it('finds any row by typed letters, with one request after the last of them, and says how many match', async () => {
  const list = await openRedemptions(MANY);
  await seeRow(1);
  typeAtOnce('Customer 2131');
  await seeRow(2_131);
  await see({ texts: ['1 entry'] });
  expect(list.requests().filter(({ q }) => q !== undefined)).toHaveLength(1);
  await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe('Customer 2131');
  // The field follows the address when the address changes.
  history.pushState(null, '', location.pathname);
  history.back();
  await expect.element(page.getByRole('searchbox').first()).toHaveValue('Customer 2131');
});

it('offers to try again when a page in the middle cannot be loaded, and continues from there', async () => {
  const list = await openRedemptions(MANY);
  await seeRow(1);
  list.fails = true;
  toEnd();
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect.element(retry).toBeVisible();
  const asked = list.requests().length;
  toEnd();
  expect(list.requests()).toHaveLength(asked);
  list.fails = false;
  await retry.click();
  await expect.poll(() => shown('100 of 2,131 shown.')).toBe(true);
  // None of its own accord in between.
  expect(list.requests()).toHaveLength(asked + 1);
  await seeRow(51);
});

it('keeps the focus of a row that has left the window', async () => {
  await openRedemptions(MANY);
  await seeRow(2);
  const link = linkOf(2).element() as HTMLElement;
  link.focus();
  const isFocused = () => document.activeElement === link;
  await scrollUntil('100 of 2,131 shown.');
  await expect.element(rowOf(3)).not.toBeInTheDocument();
  expect(isFocused()).toBe(true);
  await userEvent.keyboard('{Tab}');
  await expect.poll(isFocused).toBe(false);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.poll(isFocused).toBe(true);
});

it('is reached row by row with the keyboard, across the end of a page', async () => {
  await openRedemptions(MANY.slice(0, 70));
  await seeRow(1);
  await scrollTo(48, 200);
  (linkOf(48).element() as HTMLElement).focus();
  for (let n = 48; n < 52; n += 1) {
    // The second Tab may come before the next page has loaded. Then it reaches the footer, which passes the focus on.
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.poll(focused).toMatch(new RegExp(`Customer ${n + 1}$`));
  }
});

it('gives the focus to the next row where a Tab comes before that is drawn, and so reaches the footer', async () => {
  await openRedemptions(MANY.slice(0, 70));
  await seeRow(1);
  const last = [...document.querySelectorAll<HTMLElement>('[data-row]')].at(-1);
  const n = Number(last?.dataset.row) + 1;
  (linkOf(n).element() as HTMLElement).focus({ preventScroll: true });
  (more().element() as HTMLElement).focus({ preventScroll: true });
  last?.scrollIntoView({ block: 'start', behavior: 'instant' });
  await expect.poll(focused).toMatch(new RegExp(`Customer ${n + 1}$`));
});

it('returns to the same row when the reader goes back, also where the click comes before the event of the scrolling', async () => {
  await openRedemptions(MANY);
  await seeRow(1);
  for (const rows of [100, 150]) await scrollUntil(`${rows} of 2,131 shown.`);
  await scrollTo(90, -400);
  const link = linkOf(90).element() as HTMLElement;
  const withhold = (event: Event) => event.stopImmediatePropagation();
  addEventListener('scroll', withhold, { capture: true });
  link.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = scrollY;
  link.click();
  await expect.element(redemptions()).not.toBeInTheDocument();
  removeEventListener('scroll', withhold, { capture: true });
  await expect.poll(() => scrollY).toBe(0);
  history.back();
  await expect.element(linkOf(90)).toBeInTheDocument();
  await expect.poll(() => scrollY).toBe(before);
});

it('a customer with 2,000 scans loads only the open codes on other screens, to save them for offline use', async () => {
  api.answerReads('empty');
  signIn('customer');
  const redeemed = filledRow(calls.myScans, { redemptionCode: null, expiresAtUtc: '2099-06-05T12:00:00.000Z' });
  const open = { ...redeemed, isRedeemed: false, redeemedAt: null, redemptionCode: 'ABC-234' };
  const scans = Array.from({ length: 2_000 }, (_, n) => ({ ...(n < 5 ? open : redeemed), scanId: idOf(n) }));
  const list = giveList(calls.myScans, scans, ({ scanId }) => scanId);
  await openScreen('/earnings', { viewport: PHONE });
  await expect.poll(list.requests).toEqual([{ show: 'open', limit: '50' }]);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'My Scans' }).click();
  await expect.poll(() => shown('24 of 2,000 shown.')).toBe(true);
  expect(elements()).toBeLessThanOrEqual(MAX_ELEMENTS);
  expect(list.requests()).toEqual([{ show: 'open', limit: '50' }, { limit: '24' }]);
});

it('5,000 QRs open with few calls and elements, any of them is found, and all are chosen for a print sheet', async () => {
  signIn('site_owner');
  openShop([]);
  const many = Array.from({ length: 5_000 }, (_, n) => ({ ...QR, id: idOf(n + 1), name: `Window ${n + 1}` }));
  const rows = many.map((qr): TreeRow => ({ ...qr, level: 0, childCount: 0, path: null }));
  const list = giveList(treeRowCalls.ofSite, rows, ({ id }) => id);
  await openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE });
  const menu = (n: number) => button(`More for Window ${n}`);
  await expect.element(menu(1)).toBeVisible();
  expect(elements()).toBeLessThanOrEqual(MAX_ELEMENTS);
  expect(list.requests()).toHaveLength(1);
  typeAtOnce('Window 4999');
  await expect.element(menu(4_999)).toBeVisible();
  expect(list.requests()).toHaveLength(2);
  giveList(calls.listQrs, many, ({ id }) => id);
  const label = filledRow(calls.siteLabels, { brand: null, design: null });
  const labels = many.map(({ id, name }) => ({ ...label, id, name }));
  api.on(calls.siteLabels, labels);
  await openScreen(`/qr-management/print?site=${SITE.id}`, { viewport: PHONE });
  await page.getByRole('checkbox', { name: /^All / }).click();
  await see({ texts: ['All (5000 of 5000 chosen)'] });
  expect(elements()).toBeLessThanOrEqual(MAX_ELEMENTS);
});

it('the choice among 300 sites keeps each typed letter and space, and chooses by keyboard', async () => {
  const field = page.getByRole('combobox', { name: 'Select Site' });
  signIn('site_owner');
  openShop([]);
  const sites = Array.from({ length: 300 }, (_, n) => ({ ...SITE, id: idOf(n + 1), name: `Harbour ${n + 1} North` }));
  giveList(calls.listSites, sites, ({ id }) => id);
  await openScreen('/qr-management', { viewport: PHONE });
  await field.fill('elsewhere');
  await seeText('No results');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('elsewhere');
  await field.fill('');
  await field.click();
  await seeText('20 of 300 shown. Type to find others.');
  expect(page.getByRole('option').elements()).toHaveLength(20);
  await userEvent.keyboard('harbour 277 n');
  await expect.element(field).toHaveValue('harbour 277 n');
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue('Harbour 277 North');
  await expect.poll(() => new URLSearchParams(location.search).get('site')).toBe(idOf(277));
});

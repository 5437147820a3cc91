import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from './support/browser.ts';
import { openQrDialog } from './support/screens.ts';
import { NAMES } from './support/shop.ts';
import { follow } from './support/visit.ts';
import { useVisits } from './support/visits.ts';

/** An owner who uses the product in Spanish on a phone, and types numbers with a decimal comma. */
const visits = useVisits();
let page: Page;
let form: Locator;
beforeAll(async () => {
  page = await visits.open(visits.shop.owner, PHONE);
  await page.goto('/sites');
  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.goto(`/qr-management?site=${visits.shop.siteId}`);
  form = page.locator('form').filter({ has: page.getByRole('slider') });
  await form.waitFor();
});

const submit = () => form.locator('button[type=submit]').click();
const field = (name: string) => form.locator(`[name=${name}]`);
/** The bodies that the page sends while `act` runs. */
async function sentBy(act: () => Promise<unknown>): Promise<unknown[]> {
  const sent: unknown[] = [];
  const listen = (request: { method(): string; url(): string; postDataJSON(): unknown }) => {
    if (request.method() === 'POST' && request.url().endsWith('/qrs')) sent.push(request.postDataJSON());
  };
  page.on('request', listen);
  await act();
  page.off('request', listen);
  return sent;
}

describe('a form in Spanish', () => {
  it('shows its numbers in the format of the language', async () => {
    await expect.poll(() => field('commissionPercent').inputValue()).toBe('10,00');
  });

  it('shows everything that is wrong at once, beside its field, and keeps what was typed', async () => {
    await field('maxRedemptions').fill('5o');
    await field('discountPercent').fill('10.5');
    await field('externalUrl').fill('tienda');
    const sent = await sentBy(async () => {
      await submit();
      await form.getByText('Falta el nombre').waitFor();
    });
    expect(sent).toEqual([]);
    await form.getByText('Escribe un número como 1000.').waitFor();
    await form.getByText('Escribe un número como 1000,50.').waitFor();
    await form.getByText('Escribe un enlace que empiece por http:// o https://.').waitFor();
    await expect.poll(() => field('name').evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => field('maxRedemptions').inputValue()).toBe('5o');
  });

  it('sends the number that was meant', async () => {
    await field('name').fill('Verano');
    await field('discountPercent').fill('10,5');
    await field('maxRedemptions').fill('1.000');
    await field('externalUrl').fill('https://tienda.example/');
    const sent = await sentBy(async () => {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await submit();
      expect((await answered).status()).toBe(201);
    });
    expect(sent).toMatchObject([{ name: 'Verano', discountPercent: 10.5, maxRedemptions: 1000 }]);
  });
});

it('leaves an owner who went on while a site was made where they are', async () => {
  await page.goto('/sites?create=1');
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=name]').fill('Kiosko');
  // The list with the new site arrives after the owner has opened another page.
  let answerList = () => {};
  const held = new Promise<void>((resolve) => {
    answerList = resolve;
  });
  await page.route('**/api/me/sites?*', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/me/sites?*');
  await dialog.locator('button[type=submit]').click();
  await asked;
  await follow(page, '/account');
  answerList();
  await page.getByRole('status').filter({ hasText: 'Sitio creado' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/account');
  await page.unrouteAll();
});

describe('a button that sends keeps the focus until the answer, and sends once', () => {
  /** Holds the POST of a path until `answer` is called, which fails it. */
  async function hold(page: Page, path: string) {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let sent = 0;
    await page.route(path, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent += 1;
      await held;
      return route.abort();
    });
    return { answer, sent: () => sent };
  }
  const hasFocus = (button: Locator) => button.evaluate((element) => element === document.activeElement);

  it('in a form', async () => {
    const own = await visits.open(visits.shop.owner);
    await own.goto('/sites?create=1');
    const dialog = own.getByRole('dialog', { name: 'Create Site' });
    await dialog.getByLabel('Site name').fill('Kiosk');
    const sending = await hold(own, '**/api/sites');
    const button = dialog.getByRole('button', { name: 'Create Site' });
    await button.focus();
    await own.keyboard.press('Enter');
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await hasFocus(button)).toBe(true);
    await own.keyboard.press('Enter');
    await own.keyboard.press('Space');
    await dialog.getByLabel('Site name').press('Enter');
    // It is still a stop of Tab.
    await own.keyboard.press('Tab');
    while (!(await hasFocus(button))) await own.keyboard.press('Tab');
    sending.answer();
    await expect.poll(() => button.isDisabled()).toBe(false);
    await expect.poll(() => hasFocus(button)).toBe(true);
    expect(sending.sent()).toBe(1);
    await visits.leave(own);
  });

  it('on the page of a link', async () => {
    const own = await visits.open(visits.shop.customer);
    await own.goto(new URL(visits.shop.free.customerUrl).pathname);
    await own.getByRole('button', { name: 'Redeem Benefit' }).click();
    const dialog = own.getByRole('dialog', { name: 'Confirm Redemption' });
    const sending = await hold(own, '**/api/redeem');
    await dialog.getByRole('button', { name: 'Redeem Benefit' }).focus();
    await own.keyboard.press('Enter');
    const button = dialog.getByRole('button', { name: 'Redeeming' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await hasFocus(button)).toBe(true);
    await own.keyboard.press('Enter');
    await own.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    expect(await dialog.isVisible()).toBe(true);
    sending.answer();
    await dialog.waitFor({ state: 'hidden' });
    expect(sending.sent()).toBe(1);
    await visits.leave(own);
  });
});

it('saves what a person has changed beside what another has saved meanwhile, and asks where both changed the same', async () => {
  const [first, second] = [await visits.open(visits.shop.owner), await visits.open(visits.shop.owner)];
  for (const tab of [first, second]) await tab.goto(`/qr-management?site=${visits.shop.siteId}`);
  const [own, other] = [await openQrDialog(first, NAMES.free, 'Edit'), await openQrDialog(second, NAMES.free, 'Edit')];
  const commission = 'Commission (%)';
  const url = 'External URL (optional)';
  // From here on the form keeps what it shows, whatever is refreshed behind it.
  await own.getByLabel(url).fill('https://example.com/first');
  await other.getByLabel(commission).fill('0.70');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await other.waitFor({ state: 'detached' });
  await own.getByLabel(commission).fill('0.90');
  await own.getByRole('button', { name: 'Save Changes' }).click();
  const asked = own.getByRole('alert').filter({ hasText: 'Changed meanwhile' });
  await asked.waitFor();
  expect(await asked.textContent()).toMatch(/Commission \(%\)Now: 0\.70Yours: 0\.90?/);
  await asked.getByRole('button', { name: 'Use current values' }).click();
  await asked.waitFor({ state: 'detached' });
  await expect.poll(() => own.getByLabel(commission).inputValue()).toMatch(/^0\.70?$/);
  expect(await own.getByLabel(url).inputValue()).toBe('https://example.com/first');
  const sent = first.waitForRequest((request) => request.method() === 'PUT');
  await own.getByRole('button', { name: 'Save Changes' }).click();
  expect(Object.keys((await sent).postDataJSON())).toEqual(['externalUrl', 'seen']);
  await own.waitFor({ state: 'detached' });
});

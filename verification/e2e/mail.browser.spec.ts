import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './accessibility/audit.ts';
import { launchBrowser, openWindow, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { type Product, removeData, startProduct } from './support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ args: ['--demo', '--demo-months', '0'] }), launchBrowser([])]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

const window = (viewport: typeof PHONE) => openWindow(browser, product.url, viewport, { serviceWorkers: 'block' });

/** Opens the link of the newest mail to an address, on the mailbox page. */
async function openMail(page: Page, address: string, subject: string): Promise<void> {
  const mail = page.locator('article', { hasText: address }).filter({ hasText: subject }).first();
  await expect
    .poll(async () => {
      await page.goto('/mailbox');
      return mail.count();
    })
    .toBe(1);
  await mail.locator('pre a').first().click();
}

it('asks to verify the address on the account page, and sends the mail again', async () => {
  const person = await Person.register(product.url, 'unverified', 'customer');
  const { page, context } = await window(PHONE);
  const { email, password } = person;
  await context.request.post('/api/auth/login', { data: { email, password } });
  await page.goto('/account');
  await page.getByText('Your e-mail address is not verified.').waitFor();
  const again = page.getByRole('button', { name: 'Send again' });
  expect((await again.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await again.click();
  await page.getByText('Mail sent.').waitFor();

  await openMail(page, email, 'Verify your e-mail address');
  await page.getByRole('button', { name: 'Verify address' }).click();
  await page.getByText('Your e-mail address is verified.').waitFor();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  await expect.poll(() => page.getByText('is not verified').count()).toBe(0);
  await context.close();
});

it('turns the weekly digest on for a verified address, and off by the link of its mail', async () => {
  const owner = await Person.register(product.url, 'weekly', 'business');
  const { page, context } = await window(PHONE);
  const { email, password } = owner;
  await context.request.post('/api/auth/login', { data: { email, password, intent: 'business' } });
  await page.goto('/account');
  const digest = page.getByRole('switch', { name: 'Weekly digest by e-mail' });
  await page.getByText('Verify your e-mail address first.').waitFor();
  await expect.poll(() => digest.isDisabled()).toBe(true);
  await openMail(page, email, 'Verify your e-mail address');
  await page.getByRole('button', { name: 'Verify address' }).click();
  await page.getByText('Your e-mail address is verified.').waitFor();

  await page.goto('/account');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  // Unlike a click, a key press does not wait for the switch to be enabled.
  await expect.poll(() => digest.isEnabled()).toBe(true);
  await digest.press('Space');
  await saved;
  await expect.poll(() => digest.isChecked()).toBe(true);
  // It keeps the focus while it is saved.
  expect(await digest.evaluate((input) => document.activeElement === input)).toBe(true);
  await page.reload();
  await expect.poll(() => digest.isChecked()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);

  await page.goto('/unsubscribe#unknown');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('This link is invalid.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.route('**/api/unsubscribe/*', (route) => route.fulfill({ json: {} }));
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('You will no longer receive weekly digests.').waitFor();
  await page.goto('/account');
  await digest.click();
  await expect.poll(async () => (await digest.isEnabled()) && digest.isChecked()).toBe(false);
  await context.close();
});

it('sends the distributor link of a QR code by mail, and shows what became of the mail', async () => {
  const owner = await Person.register(product.url, 'inviting', 'business');
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  await owner.post(`/api/sites/${siteId}/qrs`, {
    ...{ name: 'Summer', type: 'DISCOUNT_FIXED', discountFixedAmount: 5, commissionPercent: '10.00' },
  });
  const { page, context, pageErrors } = await window(PHONE);
  const { email, password } = owner;
  await context.request.post('/api/auth/login', { data: { email, password, intent: 'business' } });
  const openInvitation = async () => {
    await page.goto(`/qr-management?site=${siteId}`);
    await page.getByRole('button', { name: /^More for Summer/ }).click();
    await page.getByRole('menuitem', { name: 'Show QR Code' }).click();
    await page.getByRole('tab', { name: 'Distributor Link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Send it by e-mail' }).waitFor();
    return dialog;
  };
  const dialog = await openInvitation();
  const send = dialog.getByRole('button', { name: 'Send invitation' });
  await dialog.getByLabel('E-mail').fill('not an address');
  await send.click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  await dialog.getByLabel('E-mail').fill('partner@shop.example');
  await send.click();
  await dialog.getByText('Mail sent').waitFor();
  await expect.poll(() => dialog.getByLabel('E-mail').inputValue()).toBe('');
  expect(await axeFindings(page)).toEqual([]);

  await page.route('**/distributor-invitations', async (route) => {
    const response = await route.fetch();
    const [sent] = await response.json();
    await route.fulfill({ response, json: [{ ...sent, state: 'bounced', reason: '550 No such user' }] });
  });
  const bounced = await openInvitation();
  await bounced
    .getByText('The mail was refused. Check the address. Answer of the mail server: 550 No such user')
    .waitFor();
  await page.unroute('**/distributor-invitations');

  await page.route('**/api/auth/sign-in-methods', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mail: false } });
  });
  await (await openInvitation()).getByText('Mail is not set up here.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Send invitation' }).count()).toBe(0);
  await page.unroute('**/api/auth/sign-in-methods');

  await openMail(page, 'partner@shop.example', 'Promote Harbour Bakery and earn commission');
  await page.waitForURL('**/scan/distributor/*');
  await page.getByText('Harbour Bakery').first().waitFor();
  expect(pageErrors).toEqual([]);
  await context.close();
});

it('shows the HTML of a mail in light and dark, on a phone, without wider content or foreign pictures', async () => {
  await Person.register(product.url, 'reader', 'customer');
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ baseURL: product.url, viewport: PHONE, colorScheme });
    const page = await context.newPage();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    await page.goto('/mailbox');
    await page.getByRole('link', { name: 'HTML' }).first().click();
    // A picture has its size before it has loaded.
    await expect.poll(() => page.evaluate(() => [...document.images].map((image) => image.naturalWidth))).toEqual([96]);
    const { width, ground } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      ground: getComputedStyle(document.querySelector('.sheet') as Element).backgroundColor,
    }));
    expect(width).toBeLessThanOrEqual(PHONE.width);
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(28, 36, 33)' : 'rgb(255, 255, 255)');
    expect(foreign).toEqual([]);
    await context.close();
  }
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PASSWORD, seeToast } from './support/actions.ts';
import { openWindow, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();

async function signedIn(person: Person, path: string) {
  const window = await openWindow(shared.browser, shared.url, PHONE);
  await window.context.request.post('/api/auth/login', { data: { email: person.email, password: PASSWORD } });
  await window.page.goto(path);
  return window;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notification history/ });
const history = (page: Page) => page.getByRole('dialog', { name: 'Notification history' });

it('keeps the notifications that were shown, for their account on this device, at most 50 of them', async () => {
  const owner = await Person.register(shared.url, 'owner', 'business');
  const { page, context, pageErrors } = await signedIn(owner, '/sites?create=1');
  await page.getByRole('textbox', { name: /Site name/i }).fill('Harbour Bakery');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Site' }).click();
  await seeToast(page, 'Site Created');
  // The user's own actions are in the history, and count as read.
  await page.getByRole('button', { name: 'Notification history, 0 new' }).click();
  const entry = history(page).getByRole('listitem');
  await expect.poll(() => entry.count()).toBe(1);
  await entry.getByText('Your new site has been created successfully.').waitFor();
  expect(Date.now() - Date.parse((await entry.locator('time').getAttribute('datetime')) ?? '')).toBeLessThan(600_000);
  await page.keyboard.press('Escape');
  // News, such as a redemption at the counter, counts as unread until it is read.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => localStorage.getItem(name)?.includes('Site Created')) ?? '';
    const [one] = JSON.parse(localStorage.getItem(key) ?? '[]');
    localStorage.setItem(key, JSON.stringify([{ ...one, isRead: false }]));
  });
  await page.goto('/sites');
  await page.getByRole('button', { name: 'Notification history, 1 new' }).click();
  await history(page).getByRole('button', { name: 'Mark all read' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notification history, 0 new' }).waitFor();

  // Another person on the same device does not see these notifications.
  const other = await Person.register(shared.url, 'other', 'business');
  await context.request.post('/api/auth/login', { data: { email: other.email, password: PASSWORD } });
  await page.goto('/');
  await page.getByText('Getting Started').waitFor();
  await bell(page).click();
  await history(page).getByText('No notifications yet').waitFor();

  // The first user gets their own back. The 51st notification removes the oldest.
  await context.request.post('/api/auth/login', { data: { email: owner.email, password: PASSWORD } });
  await page.goto('/');
  await bell(page).waitFor();
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => localStorage.getItem(name)?.includes('Site Created')) ?? '';
    const [one] = JSON.parse(localStorage.getItem(key) ?? '[]');
    localStorage.setItem(key, JSON.stringify(Array.from({ length: 50 }, (_, n) => ({ ...one, id: String(n) }))));
  });
  await page.goto('/sites?create=1');
  await page.getByRole('textbox', { name: /Site name/i }).fill('One more');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Site' }).click();
  await seeToast(page, 'Error creating site');
  // Found by its role: the open dialog does not hide it from screen readers.
  await page.getByRole('status').getByText('Error creating site').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await bell(page).click();
  await expect.poll(() => history(page).getByRole('listitem').count()).toBe(50);
  await expect.poll(() => history(page).getByRole('listitem').first().textContent()).toContain('Error creating site');
  await history(page).getByRole('button', { name: 'Clear' }).click();
  await history(page).getByText('No notifications yet').waitFor();
  expect(pageErrors).toEqual([]);
});

it('is on the scan page too, and in Spanish', async () => {
  const customer = await Person.register(shared.url, 'customer', 'customer');
  const { page } = await signedIn(customer, '/mobile-scanner');
  await bell(page).waitFor();
  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.reload();
  await page.getByRole('button', { name: 'Historial de notificaciones, 0 nuevas' }).click();
  await page.getByText('Aún no hay notificaciones').waitFor();
});

it.each(['/mobile-scanner', '/scan/customer/unknown'])(
  '%s: F8 focuses the notification area at its first press',
  async (path) => {
    const { page } = await openWindow(shared.browser, shared.url, PHONE);
    await page.goto(path);
    await page.getByRole('link').first().waitFor();
    await page.waitForLoadState('load');
    // The script of a page that the server has rendered may run only now.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await page.keyboard.press('F8');
    await page.waitForFunction(() => document.activeElement?.matches('.toast-area'));
  },
);

it('tells of an error its request id and a way to try again', async () => {
  const owner = await Person.register(shared.url, 'unlucky', 'business');
  const { page, context } = await signedIn(owner, '/');
  // A list call is answered with 500.
  let fails = true;
  await context.route('**/api/me/sites*', (route) =>
    fails
      ? route.fulfill({
          status: 500,
          json: { message: 'Something went wrong.', code: 'INTERNAL', requestId: 'id-of-500' },
        })
      : route.continue(),
  );
  await page.goto('/sites');
  await page.getByText('Request id-of-500').waitFor();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No Sites Created').waitFor();

  await page.goto('/nowhere');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  // No request failed, so no request id is shown.
  await expect.poll(() => page.getByText(/^Request /).count()).toBe(0);

  // A screen that cannot be rendered, because its data is malformed.
  await context.route('**/api/me/sites*', (route) =>
    route.fulfill({ json: [null], headers: { 'X-Request-Id': 'id-of-crash' } }),
  );
  await page.goto('/sites');
  await page.getByText('Something went wrong on this page').waitFor();
  await page.getByText(/^Request /).waitFor();
  await context.unroute('**/api/me/sites*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('No Sites Created').waitFor();
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DESKTOP, openWindow, PATIENCE_MS, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { NAMES, openShop, tokenOf } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();
const soon = { timeout: PATIENCE_MS };

/** A device of a person, with the bell. */
async function deviceOf({ email, password }: Person, viewport: typeof PHONE, path: string): Promise<Page> {
  const { context, page } = await openWindow(shared.browser, shared.url, viewport);
  await context.request.post('/api/auth/login', { data: { email, password } });
  const streams = page.waitForResponse('**/api/events*');
  await page.goto(path);
  expect((await streams).status()).toBe(200);
  await page.evaluate('document.notReloaded = true');
  return page;
}
const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: `Notification history, ${unread} new`, exact: true });
const read = async (page: Page, unread: number) => {
  await bell(page, unread).click(soon);
  return page.getByRole('dialog', { name: 'Notification history' });
};

it('the bell shows what happened, on every device and without a reload, and is read on all of them', async () => {
  const shop = await openShop(shared.url);
  const { owner, distributor, customer, siteId } = shop;
  const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00', maxRedemptions: 1 };
  const one = await owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, { name: 'Only one', ...benefit });
  const links = await owner.get<{ customerUrl: string }>(`/api/sites/${siteId}/qrs/${one.id}/qrcode`);

  const phone = await deviceOf(owner, PHONE, '/sites');
  const desktop = await deviceOf(owner, DESKTOP, '/sites');
  // Staff have joined, and the root was claimed.
  for (const device of [phone, desktop]) await bell(device, 2).waitFor(soon);

  const other = await Person.register(shared.url, 'Emil', 'distributor');
  const [child] = await owner.get<[{ id: string }]>(`/api/sites/${siteId}/qrs?q=${NAMES.child}`);
  const ofChild = await owner.get<{ distributorUrl: string }>(`/api/sites/${siteId}/qrs/${child.id}/qrcode`);
  await other.post('/api/claim-qr', { token: tokenOf(ofChild.distributorUrl) });
  await customer.post('/api/redeem', { token: tokenOf(links.customerUrl) });
  const history = await read(phone, 4);
  await history.getByRole('link', { name: '“Only one” has reached its limit' }).waitFor();
  await history.getByRole('link', { name: 'Emil claimed “Harbour”' }).waitFor();
  await history.getByRole('link', { name: 'Sam joined your staff' }).waitFor();
  await bell(desktop, 4).waitFor(soon);

  await history.getByRole('button', { name: 'Mark all read' }).click();
  await history
    .getByText('New', { exact: true })
    .first()
    .waitFor({ ...soon, state: 'detached' });
  // The person turns to the other device.
  await desktop.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await bell(desktop, 0).waitFor(soon);
  for (const device of [phone, desktop]) expect(await device.evaluate('document.notReloaded')).toBe(true);
  const onDesktop = await read(desktop, 0);
  await expect.poll(() => onDesktop.getByRole('listitem').count()).toBe(4);

  // A distributor reads who claims below them, without the name.
  const theirs = await deviceOf(distributor, PHONE, '/payouts');
  await (await read(theirs, 1)).getByRole('link', { name: 'Your child QR “Harbour” was claimed' }).waitFor();
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seeToast } from './support/actions.ts';
import { openWindow } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();

async function inWindow(use: (page: Page) => Promise<void>) {
  const { page, context } = await openWindow(shared.browser, shared.url);
  try {
    await use(page);
  } finally {
    await context.close();
  }
}

async function signIn(page: Page, person: Person, intent: string) {
  await page.goto(`/login?intent=${intent}`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

it('writes off the balance of a deleted account, which the owner sees and confirms', async () => {
  const owner = await Person.register(shared.url, 'owner', 'business');
  const distributor = await Person.register(shared.url, 'promoter', 'distributor');
  const customer = await Person.register(shared.url, 'guest', 'customer');
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const site = `/api/sites/${siteId}`;
  const config = await owner.get<Record<string, unknown>>(`${site}/config`);
  const earning = { selfRedemption: 'on', commissionHoldDays: 0, defaultSaleAmount: '40.00' };
  await owner.put(`${site}/config`, { ...config, ...earning });
  const { id: qrId } = await owner.post<{ id: string }>(`${site}/qrs`, {
    ...{ name: 'Bread', type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' },
  });
  const links = await owner.get<{ customerUrl: string; distributorUrl: string }>(`${site}/qrs/${qrId}/qrcode`);
  const tokenOf = (url: string) => url.split('/').at(-1);
  await distributor.post('/api/claim-qr', { token: tokenOf(links.distributorUrl) });
  await customer.post('/api/scan', { token: tokenOf(links.customerUrl) });
  await customer.post('/api/redeem', { token: tokenOf(links.customerUrl) });
  await distributor.post('/api/me/erase', { password: distributor.password });
  await inWindow(async (page) => {
    await signIn(page, owner, 'business');
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto('/payouts');
    await page.getByText('This account was deleted.').waitFor();
    await page.getByRole('button', { name: /^Write off €4\.00 of / }).click();
    const dialog = page.getByRole('dialog', { name: 'Write off €4.00?' });
    await dialog.getByRole('button', { name: 'Write off' }).click();
    await seeToast(page, 'Balance Written Off');
    await page.getByText('This account was deleted.').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText('Written off').count()).toBeGreaterThanOrEqual(2);
  });
});

it('says to a person who continues as staff without that role that no business has them on its staff', async () => {
  const customer = await Person.register(shared.url, 'visitor', 'customer');
  await inWindow(async (page) => {
    await signIn(page, customer, 'business');
    await page.getByRole('button', { name: 'Continue as staff' }).click();
    await seeToast(page, "You're not on a staff yet");
    await page.waitForURL(/mobile-scanner/);
  });
});

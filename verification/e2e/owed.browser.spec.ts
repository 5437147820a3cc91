import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

/** Commission of 10 % of a sale of 40.00. */
const EARNED = '€4.00';

const shared = useSharedProduct();
let owner: Person;
let distributor: Person;
beforeAll(async () => {
  owner = await Person.register(shared.url, 'owner', 'business');
  distributor = await Person.register(shared.url, 'promoter', 'distributor');
  const { id } = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  await earnOnce(id, 'Bread', 14);
  await earnOnce(id, 'Rolls', 0);
});

/** @returns the redemption's id */
async function earnOnce(siteId: string, name: string, commissionHoldDays: number, minimumPayout = '20.00') {
  const customer = await Person.register(shared.url, 'guest', 'customer');
  const site = `/api/sites/${siteId}`;
  const config = await owner.get<Record<string, unknown>>(`${site}/config`);
  const earning = { selfRedemption: 'on', commissionHoldDays, defaultSaleAmount: '40.00', minimumPayout };
  await owner.put(`${site}/config`, { ...config, ...earning });
  const { id: qrId } = await owner.post<{ id: string }>(`${site}/qrs`, {
    ...{ name, type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' },
  });
  const links = await owner.get<{ customerUrl: string; distributorUrl: string }>(`${site}/qrs/${qrId}/qrcode`);
  const tokenOf = (url: string) => url.split('/').at(-1);
  await distributor.post('/api/claim-qr', { token: tokenOf(links.distributorUrl) });
  await customer.post('/api/scan', { token: tokenOf(links.customerUrl) });
  const { redemptionId } = await customer.post<{ redemptionId: string }>('/api/redeem', {
    token: tokenOf(links.customerUrl),
  });
  return redemptionId;
}

async function payoutsOf(person: Person, viewport: typeof PHONE): Promise<Page> {
  const { page } = await openWindow(shared.browser, shared.url);
  await page.setViewportSize(viewport);
  const { email, password } = person;
  await page.request.post('/api/auth/login', { data: { email, password } });
  await page.goto('/payouts');
  return page;
}

it.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('shows an owner what a site owes each distributor, and why it is not paid yet, on a %s', async (_, viewport) => {
  const page = await payoutsOf(owner, viewport);
  const owed = page.getByRole('region', { name: 'Owed now' });
  const creditor = owed.getByRole('list', { name: 'Owed now' }).getByRole('listitem');
  await creditor.getByText(`${EARNED} payable, €16.00 below the minimum · ${EARNED} on hold`).waitFor();

  await owed.getByRole('link', { name: 'Show entries: Payable' }).click();
  await page.waitForURL(/ledger-show=payable/);
  const breakdown = page.getByRole('region', { name: 'Commission Breakdown' });
  await expect.poll(() => breakdown.getByRole('button', { name: /^Explain / }).count()).toBe(1);
  await expect.poll(() => breakdown.evaluate((panel) => panel.parentElement === document.activeElement)).toBe(true);
  await page.context().close();
});

it('shows a distributor what is owed to them in all', async () => {
  const page = await payoutsOf(distributor, PHONE);
  const owed = page.getByRole('region', { name: 'Owed to you now' });
  await owed.getByText('€8.00', { exact: true }).waitFor();
  await expect.poll(() => owed.getByText(EARNED, { exact: true }).count()).toBe(2);
  await page.context().close();
});

it('says of a balance that a reversal made negative that the next payout settles it', async () => {
  owner = await Person.register(shared.url, 'owner', 'business');
  distributor = await Person.register(shared.url, 'promoter', 'distributor');
  const { id } = await owner.post<{ id: string }>('/api/sites', { name: 'Corner Café', currency: 'EUR' });
  const redemptionId = await earnOnce(id, 'Cake', 0, '0.01');
  const { payouts } = await owner.post<{ payouts: { id: string }[] }>(`/api/sites/${id}/payouts`);
  await owner.post(`/api/payouts/${payouts[0]?.id}/mark-paid`, { reference: 'transfer 17' });
  await owner.post(`/api/redemptions/${redemptionId}/reverse`, { reason: 'The cake came back' });
  const page = await payoutsOf(distributor, PHONE);
  const owed = page.getByRole('region', { name: 'Owed to you now' });
  await owed.getByText('Carried over and taken from the next payout.').waitFor();
  expect(await owed.getByText('-€4.00', { exact: true }).count()).toBe(2);
  expect(await owed.getByText('Paid with the next payout that reaches the minimum.').count()).toBe(0);
  await page.context().close();
});

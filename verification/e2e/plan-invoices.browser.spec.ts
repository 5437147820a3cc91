import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from './support/actions.ts';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();
let owner: Person;
let newcomer: Person;
let distributor: Person;

const last = (url: string) => url.split('/').at(-1) as string;

beforeAll(async () => {
  owner = await Person.register(shared.url, 'owner', 'business');
  newcomer = await Person.register(shared.url, 'newcomer', 'business');
  distributor = await Person.register(shared.url, 'distributor', 'distributor');
  const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_pro' });
  await owner.post(`/api/offline-checkout/${last(checkout.url)}/confirm`);
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const qr = await owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, {
    name: 'Bread',
    type: 'DISCOUNT_PERCENT',
    discountPercent: 20,
    commissionPercent: '10.00',
    maxRedemptions: 50,
  });
  const { distributorUrl } = await owner.get<{ distributorUrl: string }>(`/api/sites/${siteId}/qrs/${qr.id}/qrcode`);
  await distributor.post('/api/claim-qr', { token: last(distributorUrl) });
});

async function signedIn(person: Person, size = DESKTOP): Promise<Page> {
  const { page, context } = await openWindow(shared.browser, shared.url, size);
  await context.request.post('/api/auth/login', { data: { email: person.email, password: PASSWORD } });
  return page;
}
const invoicesOn = (page: Page) => page.getByRole('region', { name: 'Invoices' });

it('lists the invoices of a plan with number, period, price and status, in both languages', async () => {
  const page = await signedIn(owner, PHONE);
  await page.goto('/subscription');
  const row = invoicesOn(page).getByRole('listitem');
  for (const text of ['Pro plan · TEST-0001', '€15.99', 'Test, not charged']) await row.getByText(text).waitFor();
  await expect.poll(() => row.count()).toBe(1);
  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.reload();
  const spanish = page.getByRole('region', { name: 'Facturas' }).getByRole('listitem');
  for (const text of ['Plan Pro · TEST-0001', /^15,99\s€$/, 'Prueba, sin cobro', /^Emitida el /]) {
    await spanish.getByText(text).waitFor();
  }
});

it('says that there are none on the Free plan', async () => {
  const page = await signedIn(newcomer);
  await page.goto('/subscription');
  await invoicesOn(page).getByText('No invoices yet').waitFor();
});

it('leaves the rest of the screen as it is while the provider does not answer', async () => {
  const page = await signedIn(owner);
  let isAway = true;
  await page.route('**/api/me/invoices', (route) =>
    isAway
      ? route.fulfill({
          status: 503,
          json: {
            code: 'PAYMENT_PROVIDER_UNAVAILABLE',
            message: 'The payment provider is not responding. Please try again.',
          },
        })
      : route.continue(),
  );
  await page.goto('/subscription');
  await invoicesOn(page).getByText('Your invoices could not be loaded').waitFor();
  await invoicesOn(page).getByText('The payment provider is not responding.').waitFor();
  await page.getByRole('button', { name: 'Upgrade to Ultra' }).waitFor();
  await page.getByText('1 of 3').first().waitFor();
  isAway = false;
  await invoicesOn(page).getByRole('button').click();
  await invoicesOn(page).getByText('Pro plan · TEST-0001').waitFor();
});

it('shows a distributor its own rank on each site', async () => {
  const page = await signedIn(distributor);
  await page.goto('/payouts');
  const own = page.getByRole('region', { name: 'Top Distributors' });
  await own.getByRole('cell', { name: '1 of 1' }).waitFor();
  await own.getByRole('rowheader', { name: 'Harbour Bakery' }).waitFor();
});

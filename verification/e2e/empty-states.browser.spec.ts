import { expect, it } from 'vitest';
import { DESKTOP, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();

it.each([
  ['distributor', '/qr-management', 'Scan a code', '/mobile-scanner'],
  ['distributor', '/payouts', 'Scan a code', '/mobile-scanner'],
  ['business', '/', 'Create a QR code', '/qr-management'],
  ['business', '/payouts', 'Create a QR code', '/qr-management'],
  ['business', '/qr-management/bulk', 'Choose a site', '/qr-management'],
  ['customer', '/my-scans', 'Scan QR Code', '/mobile-scanner'],
] as const)('leads a new %s from an empty %s on: %s', async (intent, path, label, goal) => {
  const { email, password } = await Person.register(shared.url, 'newcomer', intent);
  const viewport = intent === 'business' ? DESKTOP : PHONE;
  const context = await shared.browser.newContext({ baseURL: shared.url, viewport, locale: 'en' });
  await context.request.post('/api/auth/login', { data: { email, password } });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('main').getByRole('link', { name: label }).first().click();
  await page.waitForURL((url) => url.pathname === goal);
  await context.close();
});

it('leads from the empty lists of the scanner to its camera', async () => {
  const { email, password } = await Person.register(shared.url, 'newcomer', 'customer');
  const context = await shared.browser.newContext({ baseURL: shared.url, viewport: PHONE, locale: 'en' });
  await context.request.post('/api/auth/login', { data: { email, password } });
  const page = await context.newPage();
  await page.goto('/mobile-scanner');
  for (const tab of [/Scans/, /QR Codes/]) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).not.toMatch(tab);
  }
  await context.close();
});

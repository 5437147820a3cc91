import { expect, it } from 'vitest';
import { openWindow } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();

it('lets the owner of a site choose an amount per tier, and shows it again', async () => {
  const owner = await Person.register(shared.url, 'owner', 'business');
  await owner.post('/api/sites', { name: 'Tiers', currency: 'EUR' });
  const { page } = await openWindow(shared.browser, shared.url);
  await page.goto('/login?intent=business');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');

  await page.goto('/sites');
  await page.getByRole('button', { name: 'Configure' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Commission rule' }).click();
  await page.getByRole('option', { name: 'Fixed amount per tier' }).click();
  await dialog.getByLabel('Amount per tier').fill('5.00; x');
  await dialog.getByRole('button', { name: 'Save Configuration' }).click();
  await dialog.getByText('Enter a number such as 12.50.').waitFor();
  await dialog.getByLabel('Amount per tier').fill('5.00; 2.00');
  await dialog.getByRole('button', { name: 'Save Configuration' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Configure' }).click();
  await expect.poll(() => dialog.getByLabel('Amount per tier').inputValue()).toBe('5.00; 2.00');
});

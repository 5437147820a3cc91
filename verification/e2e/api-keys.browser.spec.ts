import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { useFurnishedProduct } from './support/use-product.ts';

const running = useFurnishedProduct();

async function openAsOwner(viewport: typeof DESKTOP, language: 'en' | 'es'): Promise<Page> {
  const { page, context } = await openWindow(running.browser, running.product.url, viewport, {
    serviceWorkers: 'block',
  });
  await context.request.post('/api/auth/login', { data: demoAccount('owner') });
  await page.goto('/account');
  await page.evaluate((tag) => localStorage.setItem('language', tag), language);
  await page.reload();
  return page;
}

const NO_ID = '00000000-0000-4000-8000-000000000000';

/** Status of a request for an unknown redemption: 404 if the key is valid, else 401. */
const statusWith = (key: string): Promise<number> => statusOf(`redemptions/${NO_ID}`, key);

async function statusOf(path: string, key: string): Promise<number> {
  const url = `${running.product.url}/api/v1/${path}`;
  return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status;
}

it('an owner makes a key, sees which field is wrong, rotates and revokes it', async () => {
  const page = await openAsOwner(DESKTOP, 'en');
  await page.getByRole('button', { name: 'Open profile menu' }).click();
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  await dialog.getByLabel('Name').fill('Till 1');
  await dialog.getByLabel('Allowed networks').fill('127.0.0.1, here');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Enter an IP address or a network such as 203.0.113.0/24.').waitFor();
  await dialog.getByLabel('Allowed networks').fill('127.0.0.0/8, ::1');
  await dialog.getByRole('checkbox', { name: 'Redeem', exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Choose at least one.').waitFor();
  // Key by key, as a person who types on after the fourth digit of the year.
  const expires = dialog.getByLabel('Expires');
  await expires.focus();
  await page.keyboard.type('12312026010130P');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Till 1');
  await expires.fill('');
  for (const name of ['Redeem', 'Payouts']) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByText('List and generate payouts, mark them as paid, cancel them').waitFor();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new API key' });
  const key = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'I have copied the key' }).click();
  expect(await statusWith(key)).toBe(404);
  expect([await statusOf('payouts', key), await statusOf(`ledger?siteId=${NO_ID}`, key)]).toEqual([200, 403]);

  const item = page.getByRole('listitem').filter({ hasText: 'Till 1' });
  await item.getByText('Redeem, Payouts · All sites').waitFor();
  await item.getByRole('button', { name: 'Rotate Till 1' }).click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  const rotated = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'I have copied the key' }).click();
  await item
    .nth(1)
    .getByText(/^Ends /)
    .waitFor();
  await item.first().getByRole('button', { name: 'Revoke Till 1' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await item
    .first()
    .getByText(/^Revoked /)
    .waitFor();
  expect([await statusWith(key), await statusWith(rotated)]).toEqual([404, 401]);
});

it('an owner chooses scopes on a phone in Spanish', async () => {
  const page = await openAsOwner(PHONE, 'es');
  await page.goto('/api-keys');
  await page.getByRole('button', { name: 'Crear clave de API' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Crear clave de API' });
  await dialog.getByRole('group', { name: 'Esta clave puede' }).waitFor();
  await dialog.getByLabel('Nombre').fill('Contabilidad');
  await dialog.getByRole('checkbox', { name: 'Canjear', exact: true }).uncheck();
  for (const name of ['Leer códigos QR', 'Leer el libro de comisiones']) {
    await dialog.getByRole('checkbox', { name, exact: true }).check();
  }
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await page.getByRole('button', { name: 'He copiado la clave' }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Contabilidad' });
  await item.getByText('Leer códigos QR, Leer el libro de comisiones · Todos los sitios').waitFor();
});

it('an owner pairs a device on a phone in Spanish', async () => {
  const page = await openAsOwner(PHONE, 'es');
  await page.goto('/api-keys');
  await page.getByRole('button', { name: 'Emparejar un dispositivo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Emparejar un dispositivo' });
  await dialog.getByLabel('Nombre del dispositivo').fill('Quiosco');
  await dialog.getByRole('button', { name: 'Mostrar código QR' }).click();
  await dialog.getByText('Elige un sitio.').waitFor();
  await dialog.getByRole('combobox', { name: 'Sitio' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Mostrar código QR' }).click();
  await dialog.getByRole('img', { name: 'Código QR que empareja un dispositivo' }).waitFor();
  const link = await dialog.locator('code').innerText();

  const { page: device } = await openWindow(running.browser, running.product.url, PHONE, { serviceWorkers: 'block' });
  await device.goto(link);
  await device.getByRole('button', { name: 'Pair device' }).click();
  await device.getByText('This device is paired.').waitFor();
  expect(await statusWith(await device.locator('code').innerText())).toBe(404);
  // Leave the page first: otherwise the browser would only change the fragment.
  await device.goto('about:blank');
  await device.goto(link);
  await device.getByRole('button', { name: 'Pair device' }).click();
  await device.getByText('This pairing code is invalid, used or expired.').waitFor();

  await dialog.getByRole('button', { name: 'Listo' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Quiosco' }).getByText('Activa').waitFor();
});

import type { Browser, Locator, Page } from 'playwright-core';
import { MOVING, openWindow, type Window } from './browser.ts';
import { readQr } from './read-qr.ts';

export const PASSWORD = 'correct horse battery';
let people = 0;

/** Registers through the form in a new window. */
export async function registerInBrowser(
  browser: Browser,
  origin: string,
  options: {
    intent: 'Customer' | 'Distributor' | 'Business';
    firstName: string;
    viewport?: { width: number; height: number };
  },
): Promise<Window & { email: string }> {
  const window = await openWindow(browser, origin, options.viewport, MOVING);
  people += 1;
  const email = `${options.firstName.toLowerCase()}-${people}-${Date.now()}@example.test`;
  await window.page.goto(`/register?intent=${options.intent.toLowerCase()}`);
  await fillRegistration(window.page, { firstName: options.firstName, email });
  await window.page.waitForURL((url) => !url.pathname.startsWith('/register'));
  return { ...window, email };
}

async function fillRegistration(page: Page, person: { firstName: string; email: string }): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Waits for a toast with this title. */
export async function seeToast(page: Page, title: string): Promise<void> {
  try {
    await page.getByText(title, { exact: true }).first().waitFor();
  } catch (error) {
    const shown = await page.getByRole('status').or(page.getByRole('alert')).allTextContents();
    throw new Error(`no toast ${title}; on ${page.url()} there is: ${shown.join(' | ')}`, { cause: error });
  }
}

/** The buttons of a QR's row in the tree, beside its More menu. */
export function qrButtons(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `More for ${name}` }).locator('xpath=..');
}

/** Opens the QR Code Display of a QR, decodes both images, and closes it. */
export async function readLinks(page: Page, name: string): Promise<{ customer: string; distributor: string }> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Show QR Code' }).click();
  const dialog = page.getByRole('dialog', { name: 'QR Code Display' });
  const customer = await readQr(dialog.getByAltText('QR code of the customer link'));
  await dialog.getByRole('tab', { name: 'Distributor Link' }).click();
  const distributor = await readQr(dialog.getByAltText('QR code of the distributor link'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return { customer, distributor };
}

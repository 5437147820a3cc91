import type { Locator, Page } from 'playwright-core';
import { qrButtons } from './actions.ts';
import { stub } from './stub.ts';

/** Opens a dialog from a QR's row in the tree, and waits until its form can be filled in. */
export async function openQrDialog(page: Page, qr: string, button: 'Split' | 'Sibling' | 'Edit'): Promise<Locator> {
  await qrButtons(page, qr).getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  return dialog;
}

export async function pickQrItem(page: Page, qr: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${qr}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

export async function cancelDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** What the Configure dialog sends; the server is not told of it, so the dialog stays open. */
export async function saveConfiguration(page: Page): Promise<unknown> {
  const remove = await stub(page, { method: 'PUT', path: '/config', status: 500 });
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  // By its key: the notice of an answer before lies over the button for as long as it is shown.
  await page.getByRole('button', { name: 'Save Configuration' }).press('Enter');
  const body: unknown = (await sent).postDataJSON();
  await page.locator('button:enabled:has-text("Save Configuration")').waitFor();
  await remove();
  return body;
}

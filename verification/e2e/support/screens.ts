import type { Locator, Page } from 'playwright-core';
import { qrButtons } from './actions.ts';
import { PATIENCE_MS } from './browser.ts';

/** Scrolls through the trees until a QR is in the document. Rows far from the window are not rendered. */
async function showQr(page: Page, qr: string): Promise<void> {
  const row = page.getByRole('button', { name: `More for ${qr}` });
  await page.getByRole('treegrid').waitFor();
  const latest = Date.now() + PATIENCE_MS;
  while ((await row.count()) === 0) {
    if (Date.now() > latest) throw new Error(`no row of ${qr}`);
    await page.evaluate(async () => {
      window.scrollBy({ top: window.innerHeight, behavior: 'instant' });
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    });
  }
}

/** Opens a dialog from a QR's row in the tree, and waits until its form is ready. */
export async function openQrDialog(page: Page, qr: string, button: 'Split' | 'Sibling' | 'Edit'): Promise<Locator> {
  await showQr(page, qr);
  await qrButtons(page, qr).getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  return dialog;
}

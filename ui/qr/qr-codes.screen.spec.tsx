import { calls } from '@perktree/contracts/catalogue/calls';
import { toDataURL } from 'qrcode';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { dialog, press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, PHONE, switchTo } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { type SavedFiles, savedFiles } from '../testing/saved-files.ts';
import { seeInBoth } from '../testing/see.ts';
import { codeOf, openShop, QR, SITE } from '../testing/shop.ts';

/** The dialog QR Code Display: sections 4, 5, 7, 8 and 9. */
const NAME = 'Summer 20%!';
const IMAGE = await toDataURL('https://shop.example/scan/customer/token', { width: 400 });
const CODE = { ...codeOf(NAME), qrCodeImage: IMAGE };
/** Longer than any QR code holds. */
const TOO_LONG = `https://shop.example/${'x'.repeat(4_000)}`;

let saved: SavedFiles;
beforeEach(() => {
  saved = savedFiles();
  api.answerReads('empty');
  signIn('site_owner');
  openShop([{ ...QR, name: NAME }]);
  api.on(calls.qrCode, CODE);
});
const pick = async (item: string, more = 'More for') => {
  await page.getByRole('button', { name: `${more} ${NAME}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const openTrees = () => openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE });
const names = () => saved.map(([name]) => name);
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

it('4 · begins with the Customer Link, each time; the focus goes back to the menu', async () => {
  await openTrees();
  for (let turn = 0; turn < 2; turn += 1) {
    await pick('Show QR Code');
    await expect.element(page.getByRole('dialog', { name: 'QR Code Display' })).toBeVisible();
    await expect.element(tab('Customer Link')).toHaveAttribute('aria-selected', 'true');
    await expect.element(dialog().getByAltText('QR code of the customer link')).toBeVisible();
    await tab('Distributor Link').click();
    await expect.element(dialog().getByAltText('QR code of the distributor link')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await seeNoDialog();
    await expect.element(page.getByRole('button', { name: `More for ${NAME}` })).toHaveFocus();
  }
  await switchTo({ language: 'es' });
  await pick('Mostrar código QR', 'Más para');
  await expect.element(dialog().getByAltText('Código QR del enlace de cliente')).toBeVisible();
  await tab('Enlace de distribuidor').click();
  await expect.element(dialog().getByAltText('Código QR del enlace de distribuidor')).toBeVisible();
  await press('Descargar');
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('Descarga iniciada');
});

it('5 · Download file name: QR- plus the name with non-alphanumerics replaced by hyphens, and a suffix in the dialog', async () => {
  await openTrees();
  await pick('Download QR');
  await expect.poll(names).toEqual(['QR-Summer-20--.png']);
  await pick('Show QR Code');
  await press('Download');
  await tab('Distributor Link').click();
  await press('Download');
  await expect.poll(() => names().slice(1)).toEqual(['QR-Summer-20---customer.png', 'QR-Summer-20---distributor.png']);
});

it('7 · The distributor QR image is produced in the browser: PNG, error correction M, width 400, margin 1; 9 · shown at 320px', async () => {
  await openScreen(`/qr-management?site=${SITE.id}`);
  await pick('Show QR Code');
  await tab('Distributor Link').click();
  const image = dialog().getByAltText('QR code of the distributor link');
  await expect.element(image).toBeVisible();
  const shown = image.element() as HTMLImageElement;
  await expect.poll(() => [shown.naturalWidth, shown.naturalHeight]).toEqual([400, 400]);
  const { width, height } = shown.getBoundingClientRect();
  expect([width, height]).toEqual([320, 320]);
  const options = { errorCorrectionLevel: 'M', width: 400, margin: 1 } as const;
  expect(shown.src).toBe(await toDataURL(CODE.distributorUrl, options));
});

describe('8 · Inline messages', () => {
  const NO_CUSTOMER_CODE = [
    'Failed to generate customer QR code. Please try again.',
    'No se ha podido generar el QR de cliente. Inténtalo de nuevo.',
  ] as const;
  const NO_DISTRIBUTOR_CODE = [
    'Failed to generate distributor QR code. Please try again.',
    'No se ha podido generar el QR de distribuidor. Inténtalo de nuevo.',
  ] as const;
  it.each([
    ['no image and a link that no code holds', { ...CODE, qrCodeImage: '', distributorUrl: TOO_LONG }],
    ['request error', refusal(500, 'What the server says.')],
  ] as const)('%s', async (_, answer) => {
    api.on(calls.qrCode, answer);
    await openTrees();
    await pick('Show QR Code');
    await seeInBoth({ texts: [NO_CUSTOMER_CODE] });
    await tab('Enlace de distribuidor').click();
    await seeInBoth({ texts: [NO_DISTRIBUTOR_CODE] });
  });
});

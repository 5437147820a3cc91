import { calls } from '@perktree/contracts/catalogue/calls';
import { toDataURL } from 'qrcode';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { dialog, field, press, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { type SavedFiles, savedFiles } from '../testing/saved-files.ts';
import { inBoth, see, seeInBoth } from '../testing/see.ts';
import { codeOf, openShop, pressInRow, QR, SITE } from '../testing/shop.ts';
import { seeToast, shownToast } from '../testing/toasts.ts';

/** The menu of a QR and the dialog QR Code Display: sections 4, 5, 7, 8 and 9. */
const NAME = 'Menú 20%!';
const IMAGE = await toDataURL('https://shop.example/scan/customer/token', { width: 400 });
const CODE = { ...codeOf(NAME), qrCodeImage: IMAGE };
const SAID = 'What the server says.';

let saved: SavedFiles;
beforeEach(async () => {
  saved = savedFiles();
  api.answerReads('empty');
  signIn('site_owner');
  openShop([{ ...QR, name: NAME }]);
  api.on(calls.qrCode, CODE);
  await openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE });
});
const more = () => page.getByRole('button', { name: `More for ${NAME}` });
const pick = async (item: string) => {
  await more().click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const image = (link: string) => dialog().getByAltText(`QR code of the ${link} link`);

it('4 · begins with the Customer Link, each time; the focus goes back to the menu', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await pick('Show QR Code');
    await see({ dialog: 'QR Code Display' });
    await expect.element(tab('Customer Link')).toHaveAttribute('aria-selected', 'true');
    await expect.element(image('customer')).toBeVisible();
    await tab('Distributor Link').click();
    await expect.element(image('distributor')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await seeNoDialog();
    await expect.element(more()).toHaveFocus();
  }
});

it('5 · Download file name: QR- plus the name with non-alphanumerics replaced by hyphens, and a suffix in the dialog', async () => {
  await pick('Download QR');
  await expect.poll(() => saved.length).toBe(1);
  await pick('Show QR Code');
  await press('Download');
  await tab('Distributor Link').click();
  await press('Download');
  const names = ['QR-Men--20--.png', 'QR-Men--20---customer.png', 'QR-Men--20---distributor.png'];
  await expect.poll(() => saved.map(([name]) => name)).toEqual(names);
});

it('7 · The distributor QR image is produced in the browser: PNG, error correction M, width 400, margin 1; 9 · shown at 320px', async () => {
  await page.viewport(1440, 900);
  await pick('Show QR Code');
  await tab('Distributor Link').click();
  await expect.element(image('distributor')).toBeVisible();
  const shown = image('distributor').element() as HTMLImageElement;
  await expect.poll(() => [shown.naturalWidth, shown.naturalHeight]).toEqual([400, 400]);
  const { width, height } = shown.getBoundingClientRect();
  expect([width, height]).toEqual([320, 320]);
  const options = { errorCorrectionLevel: 'M', width: 400, margin: 1 } as const;
  expect(shown.src).toBe(await toDataURL(CODE.distributorUrl, options));
});

const NO_CODE = (kind: string, tipo: string) =>
  [
    `Failed to generate ${kind} QR code. Please try again.`,
    `No se ha podido generar el QR de ${tipo}. Inténtalo de nuevo.`,
  ] as const;
/** Longer than any QR code holds. */
const TOO_LONG = `https://shop.example/${'x'.repeat(4_000)}`;

it.each([
  ['no image and a link that no code holds', { ...CODE, qrCodeImage: '', distributorUrl: TOO_LONG }],
  ['request error', refusal(500, SAID)],
] as const)('8 · Inline messages: %s', async (_, answer) => {
  api.on(calls.qrCode, answer);
  await pick('Show QR Code');
  await seeInBoth({ texts: [NO_CODE('customer', 'cliente')] });
  await tab('Enlace de distribuidor').click();
  await seeInBoth({ texts: [NO_CODE('distributor', 'distribuidor')] });
});

it('8 · the menu: statistics, downloads and copies that work or fail', async () => {
  api.on(calls.qrCode, refusal(409, SAID));
  await pick('QR Stats');
  await seeToast('QR Statistics', '0 scans • 0 redemptions • 10.00% commission');
  await pick('Download QR');
  await seeToast('Download Failed', 'Failed to download QR code image.', { isFailure: true });
  api.on(calls.qrCode, CODE);
  await pick('Download QR');
  await expect.poll(() => shownToast()?.title).toBe('Download Started');
  const copied: Promise<Blob>[] = [];
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    if (item) copied.push(item.getType('text/plain'));
  });
  await pick('Copy QR URL');
  await expect.poll(() => shownToast()?.title).toBe('URL Copied');
  expect(await (await copied[0])?.text()).toBe(CODE.qrUrl);
  // A browser that allows no copying.
  const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  write.mockImplementation(refuse);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse);
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await pick('Copy QR URL');
  await seeToast('Copy Failed', 'Failed to copy QR URL to clipboard.', { isFailure: true });
});

it('sends the distributor link of a QR by mail, and says what became of the mail', async () => {
  const email = 'partner@shop.example';
  const openLink = async () => {
    await openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE });
    await pick('Show QR Code');
    await tab('Distributor Link').click();
    await expect.element(dialog().getByRole('heading', { name: 'Send it by e-mail' })).toBeVisible();
  };
  await openLink();
  await field('E-mail').fill('not an address');
  await press('Send invitation');
  await expect.element(field('E-mail')).toBeInvalid();
  const mail = { id: QR.id, email, invitedAt: NOW.toISOString(), reason: null };
  api.on(calls.inviteDistributor, () => {
    api.on(calls.distributorInvitations, [{ ...mail, state: 'sent' }]);
    return { id: QR.id };
  });
  await field('E-mail').fill(email);
  await press('Send invitation');
  await see({ parts: [/Mail sent/] });
  await expect.element(field('E-mail')).toHaveValue('');
  expect(api.bodies(calls.inviteDistributor)).toEqual([{ email }]);
  expect(await axeFindings()).toEqual([]);
  api.on(calls.distributorInvitations, [{ ...mail, state: 'bounced', reason: '550 No such user' }]);
  await openLink();
  await see({ parts: [/The mail was refused. Check the address. Answer of the mail server: 550 No such user/] });
  api.on(calls.signInMethods, { password: true, provider: false, mail: false });
  await openLink();
  await see({ texts: ['Mail is not set up here. Copy the link and send it yourself.'] });
  await expect.element(page.getByRole('button', { name: 'Send invitation' })).not.toBeInTheDocument();
});

/** The link that is replaced in each language, and its words. */
const WORDS = {
  en: {
    link: 'customer',
    ...{ tab: 'Customer Link', button: 'Replace customer code', field: 'Scan URL' },
    alt: 'QR code of the customer link',
    ...{ question: 'Replace the customer code?', confirm: 'Replace code', cancel: 'Cancel' },
    read: '“This code was replaced. Ask the shop for the new one.”',
    ...{ failed: 'Error replacing code', title: 'Code Replaced', done: 'Print and share the new code.' },
  },
  es: {
    link: 'distributor',
    ...{ tab: 'Enlace de distribuidor', button: 'Sustituir código de distribuidor' },
    ...{ field: 'URL de escaneo', alt: 'Código QR del enlace de distribuidor' },
    ...{ question: '¿Sustituir el código de distribuidor?' },
    ...{ confirm: 'Sustituir código', cancel: 'Cancelar' },
    read: '«Este código se ha sustituido. Pide el nuevo en la tienda.»',
    ...{ failed: 'Error al sustituir el código', title: 'Código sustituido' },
    done: 'Envía el código nuevo a tu distribuidor.',
  },
} as const;

it('a leaked code is replaced by its owner, and the new one is shown; it stays if the owner cancels, or the server refuses', async () => {
  let token = 'old';
  api.on(calls.qrCode, () => codeOf(NAME, token));
  // On a phone a notification covers the buttons of the dialog.
  await page.viewport(1440, 900);
  await pressInRow(NAME, 'Show QR');
  await inBoth(async (_, language) => {
    const { link, ...words } = WORDS[language];
    const own = page.getByRole('dialog', { name: words.question });
    const url = page.getByRole('textbox', { name: words.field });
    const answer = async (button: string) => {
      await press(words.button, page);
      await seeText(words.read, own);
      await press(button, own);
      await expect.element(own).not.toBeInTheDocument();
    };
    await page.getByRole('tab', { name: words.tab }).click();
    await expect.element(page.getByAltText(words.alt)).toBeInTheDocument();
    await expect.element(url).toHaveValue(codeOf(NAME, token)[`${link}Url`]);
    const before = api.sent(calls.replaceLink).length;
    await answer(words.cancel);
    expect(api.sent(calls.replaceLink)).toHaveLength(before);
    api.on(calls.replaceLink, refusal(409, SAID));
    await answer(words.confirm);
    await seeToast(words.failed, SAID, { isFailure: true });
    api.on(calls.replaceLink, () => {
      token = `new-${language}`;
      return QR;
    });
    await answer(words.confirm);
    await seeToast(words.title, words.done);
    await expect.element(url).toHaveValue(codeOf(NAME, `new-${language}`)[`${link}Url`]);
    expect(api.sent(calls.replaceLink).at(-1)).toMatchObject({
      ...{ params: { siteId: SITE.id, qrId: QR.id }, body: { link } },
    });
  });
});

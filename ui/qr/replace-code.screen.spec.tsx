import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { press } from '../testing/forms.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';
import { codeOf, openShop, pressInRow, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

/** The link that is replaced in each language, and its words. */
const WORDS = {
  en: {
    link: 'customer',
    ...{ tab: 'Customer Link', button: 'Replace customer code', field: 'Scan URL' },
    ...{ question: 'Replace the customer code?', confirm: 'Replace code', cancel: 'Cancel' },
    read: '“This code was replaced. Ask the shop for the new one.”',
    ...{ failed: 'Error replacing code', title: 'Code Replaced', done: 'Print and share the new code.' },
  },
  es: {
    link: 'distributor',
    ...{ tab: 'Enlace de distribuidor', button: 'Sustituir código de distribuidor' },
    ...{ field: 'URL de escaneo', question: '¿Sustituir el código de distribuidor?' },
    ...{ confirm: 'Sustituir código', cancel: 'Cancelar' },
    read: '«Este código se ha sustituido. Pide el nuevo en la tienda.»',
    ...{ failed: 'Error al sustituir el código', title: 'Código sustituido' },
    done: 'Envía el código nuevo a tu distribuidor.',
  },
} as const;

it('a leaked code is replaced by its owner, and the new one is shown; it stays if the owner cancels, or the server refuses', async () => {
  openShop([QR]);
  api.answerReads('empty');
  signIn('site_owner');
  let token = 'old';
  api.on(calls.qrCode, () => codeOf(QR.name, token));
  await openScreen(`/qr-management?site=${SITE.id}`);
  await pressInRow('Winter', 'Show QR');
  await inBoth(async (_, language) => {
    const { link, ...words } = WORDS[language];
    const own = page.getByRole('dialog', { name: words.question });
    const url = page.getByRole('textbox', { name: words.field });
    const ask = () => press(words.button, page);
    await page.getByRole('tab', { name: words.tab }).click();
    await expect.element(url).toHaveValue(codeOf(QR.name, token)[`${link}Url`]);
    const before = api.sent(calls.replaceLink).length;
    await ask();
    await expect.element(own.getByText(words.read)).toBeVisible();
    await press(words.cancel, own);
    await expect.element(own).not.toBeInTheDocument();
    expect(api.sent(calls.replaceLink)).toHaveLength(before);
    api.on(calls.replaceLink, refusal(409, 'What the server says.'));
    await ask();
    await press(words.confirm, own);
    await seeToast(words.failed, 'What the server says.', { isFailure: true });
    await expect.element(own).not.toBeInTheDocument();
    api.on(calls.replaceLink, () => {
      token = `new-${language}`;
      return QR;
    });
    await ask();
    await press(words.confirm, own);
    await seeToast(words.title, words.done);
    await expect.element(url).toHaveValue(codeOf(QR.name, `new-${language}`)[`${link}Url`]);
    expect(api.sent(calls.replaceLink).at(-1)).toMatchObject({
      ...{ params: { siteId: SITE.id, qrId: QR.id }, body: { link } },
    });
  });
});

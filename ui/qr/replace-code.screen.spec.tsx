import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { press } from '../testing/forms.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';
import { openShop, pressInRow, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const linksOf = (token: string) => ({
  qrUrl: `https://shop.example/scan/customer/${token}`,
  ...{ qrCodeImage: 'data:image/png;base64,AAAA', qrName: QR.name, benefitDisplay: '20% Discount' },
  customerUrl: `https://shop.example/scan/customer/${token}`,
  distributorUrl: `https://shop.example/scan/distributor/${token}`,
});

const LINKS = [
  [
    'customer',
    ['Customer Link', 'Enlace de cliente'],
    ['Replace customer code', 'Sustituir código de cliente'],
    ['Replace the customer code?', '¿Sustituir el código de cliente?'],
    ['Print and share the new code.', 'Imprime y comparte el código nuevo.'],
  ],
  [
    'distributor',
    ['Distributor Link', 'Enlace de distribuidor'],
    ['Replace distributor code', 'Sustituir código de distribuidor'],
    ['Replace the distributor code?', '¿Sustituir el código de distribuidor?'],
    ['Send the new code to your distributor.', 'Envía el código nuevo a tu distribuidor.'],
  ],
] as const;
const WHAT_CUSTOMERS_READ = [
  '“This code was replaced. Ask the shop for the new one.”',
  '«Este código se ha sustituido. Pide el nuevo en la tienda.»',
] as const;

it.each(LINKS)(
  'a leaked %s code is replaced by its owner, and the new one is shown; it stays if the owner cancels, or the server refuses',
  async (link, tab, button, question, done) => {
    openShop([QR]);
    api.answerReads('empty');
    signIn('site_owner');
    let token = 'old';
    api.on(calls.qrCode, () => linksOf(token));
    await openScreen(`/qr-management?site=${SITE.id}`);
    await pressInRow('Winter', 'Show QR');
    await inBoth(async (say, language) => {
      const own = page.getByRole('dialog', { name: say(question) });
      const url = page.getByRole('textbox', { name: say(['Scan URL', 'URL de escaneo']) });
      const ask = () => press(say(button), page);
      const confirm = () => press(say(['Replace code', 'Sustituir código']), own);
      await page.getByRole('tab', { name: say(tab) }).click();
      await expect.element(url).toHaveValue(linksOf(token)[`${link}Url`]);
      const before = api.sent(calls.replaceLink).length;
      await ask();
      await expect.element(own.getByText(say(WHAT_CUSTOMERS_READ))).toBeVisible();
      expect([...(await axeFindings()), ...overflow()]).toEqual([]);
      await press(say(['Cancel', 'Cancelar']), own);
      await expect.element(own).not.toBeInTheDocument();
      expect(api.sent(calls.replaceLink)).toHaveLength(before);
      api.on(calls.replaceLink, refusal(409, 'What the server says.'));
      await ask();
      await confirm();
      const failed = say(['Error replacing code', 'Error al sustituir el código']);
      await seeToast(failed, 'What the server says.', { isFailure: true });
      await expect.element(own).not.toBeInTheDocument();
      api.on(calls.replaceLink, () => {
        token = `new-${language}`;
        return QR;
      });
      await ask();
      await confirm();
      await seeToast(say(['Code Replaced', 'Código sustituido']), say(done));
      await expect.element(url).toHaveValue(linksOf(`new-${language}`)[`${link}Url`]);
      expect(api.sent(calls.replaceLink).at(-1)).toMatchObject({
        ...{ params: { siteId: SITE.id, qrId: QR.id }, body: { link } },
      });
    });
  },
);

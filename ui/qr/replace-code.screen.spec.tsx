import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, pressInRow, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const linksOf = (token: string) => ({
  qrUrl: `https://shop.example/scan/customer/${token}`,
  ...{ qrCodeImage: 'data:image/png;base64,AAAA', qrName: QR.name, benefitDisplay: '20% Discount' },
  customerUrl: `https://shop.example/scan/customer/${token}`,
  distributorUrl: `https://shop.example/scan/distributor/${token}`,
});

const WORDS = {
  en: {
    ...{ show: 'Show QR', more: 'More for', url: 'Scan URL', tab: 'Distributor Link', confirm: 'Replace code' },
    ...{ done: 'Code Replaced', failed: 'Error replacing code', cancel: 'Cancel' },
    customer: ['Replace customer code', 'Replace the customer code?', 'Print and share the new code.'],
    distributor: [
      'Replace distributor code',
      'Replace the distributor code?',
      'Send the new code to your distributor.',
    ],
    said: '“This code was replaced. Ask the shop for the new one.”',
  },
  es: {
    ...{ show: 'Mostrar QR', more: 'Más para', url: 'URL de escaneo', tab: 'Enlace de distribuidor' },
    ...{ confirm: 'Sustituir código', done: 'Código sustituido', failed: 'Error al sustituir el código' },
    cancel: 'Cancelar',
    customer: [
      'Sustituir código de cliente',
      '¿Sustituir el código de cliente?',
      'Imprime y comparte el código nuevo.',
    ],
    distributor: [
      'Sustituir código de distribuidor',
      '¿Sustituir el código de distribuidor?',
      'Envía el código nuevo a tu distribuidor.',
    ],
    said: '«Este código se ha sustituido. Pide el nuevo en la tienda.»',
  },
} as const;

beforeEach(() => {
  openShop([QR]);
  api.answerReads('empty');
});

describe.each([
  ['en', DESKTOP],
  ['es', PHONE],
] as const)('a leaked code (%s)', (language, viewport) => {
  const words = WORDS[language];
  const open = async (link: 'customer' | 'distributor') => {
    await openScreen(`/qr-management?site=${SITE.id}`, { language, viewport });
    await pressInRow('Winter', words.show, words.more);
    if (link === 'distributor') await page.getByRole('tab', { name: words.tab }).click();
  };
  const url = () => page.getByRole('textbox', { name: words.url });

  it.each(['customer', 'distributor'] as const)(
    'is replaced by its owner, and the new one is shown: %s',
    async (link) => {
      signIn('site_owner');
      let token = 'old';
      api.on(calls.qrCode, () => linksOf(token));
      api.on(calls.replaceLink, () => {
        token = 'new';
        return QR;
      });
      const [button, question, done] = words[link];
      await open(link);
      await expect.element(url()).toHaveValue(linksOf('old')[`${link}Url`]);
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: question });
      await expect.element(dialog.getByText(words.said)).toBeVisible();
      expect([...(await axeFindings()), ...overflow()]).toEqual([]);
      expect(api.sent(calls.replaceLink)).toHaveLength(0);
      await dialog.getByRole('button', { name: words.confirm, exact: true }).click();
      await seeToast(words.done, done);
      await expect.element(url()).toHaveValue(linksOf('new')[`${link}Url`]);
      expect(api.sent(calls.replaceLink)).toMatchObject([{ params: { siteId: SITE.id, qrId: QR.id }, body: { link } }]);
    },
  );

  it('stays if the owner cancels, or the server refuses', async () => {
    signIn('site_owner');
    api.on(calls.qrCode, linksOf('old'));
    api.on(calls.replaceLink, refusal(409, 'What the server says.'));
    const [button, question] = words.customer;
    await open('customer');
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog', { name: question }).getByRole('button', { name: words.cancel }).click();
    await expect.element(page.getByRole('dialog', { name: question })).not.toBeInTheDocument();
    expect(api.sent(calls.replaceLink)).toHaveLength(0);
    await page.getByRole('button', { name: button }).click();
    await page
      .getByRole('dialog', { name: question })
      .getByRole('button', { name: words.confirm, exact: true })
      .click();
    await seeToast(words.failed, 'What the server says.', { isFailure: true });
  });
});

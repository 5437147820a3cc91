import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';

const USED = { ...QR, maxRedemptions: 50, periodRedemptions: 3, expiresAtUtc: '2026-07-05T10:00:00.000Z' } as const;
const RENEWING = { ...USED, renewalPolicy: 'auto_reissue_on_expire' } as const;
const CODE = {
  ...{ qrUrl: 'https://shop.example/scan/customer/t', qrCodeImage: 'data:image/png;base64,AAAA', qrName: 'Winter' },
  ...{ customerUrl: 'https://shop.example/scan/customer/t', benefitDisplay: '20% Discount' },
  distributorUrl: 'https://shop.example/scan/distributor/t',
};

describe.each([
  {
    language: 'en',
    viewport: DESKTOP,
    ...{ used: 'used 3 of 50', ends: /^Expires .*2026/, renews: /^Renews .*2026/ },
    ...{
      edit: 'Edit',
      show: 'Show QR',
      create: 'Create QR Code',
      save: 'Save Changes',
      period: 'When the period ends',
    },
    ...{ name: 'Name', percent: 'Discount percent', first: /The first period ends .*2026/ },
    tab: 'QR Codes',
    end: 'End: printed codes stop working',
  },
  {
    language: 'es',
    viewport: PHONE,
    ...{ used: 'usado 3 de 50', ends: /^Caduca: .*2026/, renews: /^Se renueva: .*2026/ },
    ...{ edit: 'Editar', show: 'Mostrar QR', create: 'Crear código QR', save: 'Guardar cambios' },
    ...{ period: 'Al terminar el periodo', name: 'Nombre', percent: 'Porcentaje de descuento' },
    tab: 'Códigos QR',
    ...{ first: /El primer periodo termina: .*2026/, end: 'Terminar: los códigos impresos dejan de funcionar' },
  },
] as const)('in $language, when a QR ends and what is used of it', (words) => {
  const { language, viewport } = words;
  const open = () => openScreen(`/qr-management?site=${SITE.id}`, { language, viewport });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (option: string) => {
    await page.getByRole('combobox', { name: words.period }).last().click();
    await page.getByRole('option', { name: option }).click();
  };

  it('is in the row, in Edit and in Show QR', async () => {
    signIn('site_owner');
    openShop([USED]);
    api.on(calls.qrCode, CODE);
    api.answerReads('empty');
    await open();
    await expect.element(page.getByText(words.used)).toHaveTextContent(words.ends);
    expect(overflow()).toEqual([]);
    await button(words.show).click();
    await expect.element(page.getByRole('dialog').getByText(words.used)).toHaveTextContent(words.ends);
    expect(await axeFindings()).toEqual([]);
  });

  it('is changed in Edit for the campaign', async () => {
    signIn('site_owner');
    openShop([RENEWING]);
    api.on(calls.editQr, USED);
    await open();
    await button(words.edit).click();
    await expect.element(page.getByRole('dialog').getByText(words.used)).toHaveTextContent(words.renews);
    await choose(words.end);
    expect(await axeFindings()).toEqual([]);
    await button(words.save).click();
    await expect
      .poll(() => api.sent(calls.editQr).map(({ body }) => body))
      .toEqual([{ renewalPolicy: 'none', seen: { renewalPolicy: 'auto_reissue_on_expire' } }]);
  });

  it('is said before a QR is created, which renews unless the owner chooses otherwise', async () => {
    signIn('site_owner');
    openShop([]);
    api.on(calls.createQr, RENEWING);
    api.on(calls.qrCode, CODE);
    api.answerReads('empty');
    await open();
    await expect.element(page.getByText(words.first)).toBeVisible();
    expect(overflow()).toEqual([]);
    await page.getByRole('textbox', { name: words.name, exact: true }).fill('Winter');
    await page.getByLabelText(words.percent).fill('5');
    await button(words.create).click();
    await expect
      .poll(() => api.sent(calls.createQr).map(({ body }) => body))
      .toMatchObject([{ renewalPolicy: 'auto_reissue_on_expire' }]);
  });

  it('is in the rows of distributors', async () => {
    signIn('distributor');
    const row: TreeRow = { ...RENEWING, isClaimed: true, isMine: true, level: 0, childCount: 0, path: null };
    api.on(treeRowCalls.ofDistributor, [row], { total: 1 });
    api.answerReads('empty');
    for (const screen of ['/qr-management', '/mobile-scanner']) {
      await openScreen(screen, { language, viewport });
      if (screen === '/mobile-scanner') await page.getByRole('tab', { name: words.tab }).click();
      await expect.element(page.getByText(words.used)).toHaveTextContent(words.renews);
      expect(overflow()).toEqual([]);
    }
  });
});

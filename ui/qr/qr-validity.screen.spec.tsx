import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { dialog, press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth, seeInBoth, type Words } from '../testing/see.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';

const USED = { ...QR, maxRedemptions: 50, periodRedemptions: 3, expiresAtUtc: '2026-07-05T10:00:00.000Z' } as const;
const RENEWING = { ...USED, renewalPolicy: 'auto_reissue_on_expire' } as const;
const CODE = {
  ...{ qrUrl: 'https://shop.example/scan/customer/t', qrCodeImage: 'data:image/png;base64,AAAA', qrName: 'Winter' },
  ...{ customerUrl: 'https://shop.example/scan/customer/t', benefitDisplay: '20% Discount' },
  distributorUrl: 'https://shop.example/scan/distributor/t',
};

const TREES = `/qr-management?site=${SITE.id}`;
const ENDS = /^(Expires|Caduca:) .*2026/;
const RENEWS = /^(Renews|Se renueva:) .*2026/;
const EDIT: Words = ['Edit', 'Editar'];
const SHOW: Words = ['Show QR', 'Mostrar QR'];
const SAVE: Words = ['Save Changes', 'Guardar cambios'];
const END: Words = ['End: printed codes stop working', 'Terminar: los códigos impresos dejan de funcionar'];

/** When a QR ends and what is used of it. */
const seeUsed = (say: (words: Words) => string, when: RegExp, within: typeof page | Locator = page) =>
  expect.element(within.getByText(say(['used 3 of 50', 'usado 3 de 50']))).toHaveTextContent(when);

it('is in the row, in Edit and in Show QR', async () => {
  signIn('site_owner');
  openShop([USED]);
  api.on(calls.qrCode, CODE);
  api.answerReads('empty');
  await openScreen(TREES);
  await inBoth(async (say) => {
    await seeUsed(say, ENDS);
    await press(say(SHOW), page);
    await seeUsed(say, ENDS, dialog());
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await seeNoDialog();
  }, PHONE);
});

it('is changed in Edit for the campaign', async () => {
  signIn('site_owner');
  openShop([RENEWING]);
  api.on(calls.editQr, USED);
  await openScreen(TREES);
  await inBoth(async (say) => {
    await press(say(EDIT), page);
    await seeUsed(say, RENEWS, dialog());
    await dialog()
      .getByRole('combobox', { name: say(['When the period ends', 'Al terminar el periodo']) })
      .click();
    await page.getByRole('option', { name: say(END) }).click();
    expect(await axeFindings()).toEqual([]);
    await press(say(SAVE));
    await seeNoDialog();
    expect(api.sent(calls.editQr).at(-1)?.body).toEqual({
      ...{ renewalPolicy: 'none', seen: { renewalPolicy: 'auto_reissue_on_expire' } },
    });
  });
});

it('is said before a QR is created, which renews unless the owner chooses otherwise', async () => {
  signIn('site_owner');
  openShop([]);
  api.on(calls.createQr, RENEWING);
  api.on(calls.qrCode, CODE);
  api.answerReads('empty');
  await openScreen(TREES);
  await seeInBoth({ parts: [/The first period ends .*2026|El primer periodo termina: .*2026/] });
  expect(overflow()).toEqual([]);
  await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Winter');
  await page.getByLabelText('Porcentaje de descuento').fill('5');
  await press('Crear código QR', page);
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
    await openScreen(screen, { viewport: PHONE });
    if (screen === '/mobile-scanner') await page.getByRole('tab', { name: 'QR Codes' }).click();
    await inBoth((say) => seeUsed(say, RENEWS));
    expect(overflow()).toEqual([]);
  }
});

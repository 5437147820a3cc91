import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { fillIn, press, seeNoDialog, seeValues } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { BENEFIT, openShop, QR, SITE } from '../testing/shop.ts';

const ID = '00000000-0000-4000-8000-000000000021';
const REDEMPTION: SiteRedemptionAnswer = {
  ...{ id: ID, qrId: QR.id, qrName: 'Summer', customerName: 'Cleo Customer', ...BENEFIT },
  ...{ saleAmount: '100.00', currency: 'EUR', confirmedBy: 'Sam Staff', confirmedVia: 'code' },
  ...{ redeemedAt: NOW.toISOString(), confirmation: null, reversedAt: null, reversedAmount: '0.00' },
  isWhollyReversed: false,
};
const REVERSED = { reversalId: ID, redemptionId: ID, amount: '10.00', whole: false, entries: [] };

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  openShop([]);
  api.on(calls.siteRedemptions, [REDEMPTION], { total: 1 });
  api.on(calls.reverseRedemption, REVERSED);
});

describe.each([
  [
    'en',
    {
      ...{ open: 'Reverse 20% Discount of Cleo Customer', title: 'Reverse redemption', part: 'Part of it' },
      ...{ amount: 'Amount (€)', reason: 'Reason', slot: "Don't count this redemption towards limits" },
      ...{ cancel: 'Cancel', submit: 'Reverse', done: 'Redemption reversed', close: 'Close' },
      said: '€10.00 of the sale was reversed.',
    },
  ],
  [
    'es',
    {
      ...{ open: 'Anular 20 % de descuento de Cleo Customer', title: 'Anular canje', part: 'Una parte' },
      ...{ amount: 'Importe (€)', reason: 'Motivo', slot: 'No contar este canje para los límites' },
      ...{ cancel: 'Cancelar', submit: 'Anular', done: 'Canje anulado', close: 'Cerrar' },
      said: 'Se han anulado 10,00 € de la venta.',
    },
  ],
] as const)('4 · Reverse redemption (%s)', (language, words) => {
  const own = () => page.getByRole('dialog', { name: words.title });
  const open = async () => {
    await page.getByRole('button', { name: words.open, exact: true }).click();
    await seeValues({ [words.reason]: '' }, own());
    await expect.element(own().getByRole('radio').first()).toBeChecked();
    await expect.element(own().getByRole('checkbox', { name: words.slot })).toBeChecked();
  };
  const fill = async () => {
    await own().getByRole('checkbox', { name: words.slot }).click();
    await own().getByRole('radio', { name: words.part }).click();
    await seeValues({ [words.amount]: '' }, own());
    await fillIn({ [words.amount]: '10.00', [words.reason]: 'Half typed' }, own());
  };

  it('opens with the whole amount, no reason, the slot free: after it was cancelled, and after a part was reversed', async () => {
    await openScreen(`/sites/${SITE.id}/redemptions`, { viewport: PHONE, language });
    await open();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await fill();
    await press(words.cancel);
    await seeNoDialog();
    await open();
    await fill();
    await press(words.submit, own());
    const done = page.getByRole('dialog', { name: words.done });
    await expect.element(done.getByText(words.said)).toBeVisible();
    expect(api.sent(calls.reverseRedemption).map(({ body }) => body)).toEqual([
      { reason: 'Half typed', amount: '10.00' },
    ]);
    await press(words.close, done);
    await seeNoDialog();
    await open();
  });
});

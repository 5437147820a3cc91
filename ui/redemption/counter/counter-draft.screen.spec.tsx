import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { LOOKED_UP } from '../../testing/shop.ts';

/** What staff have entered outlasts a reload: code and amount, or neither. */
beforeEach(() => {
  signIn('staff');
  api.on(calls.validations, [], { total: 0 });
  api.on(calls.lookUpScan, { success: true, message: '', scan: LOOKED_UP });
  api.on(calls.staffRedeem, { success: true, message: 'Done.' });
});

const open = () => openScreen('/staff-validation', { language: 'es', viewport: PHONE });
const code = () => page.getByLabelText('Código de canje');
const amount = () => page.getByLabelText('Importe de la venta en €');
const confirmed = () => expect.element(page.getByText('¡Canje confirmado!').first()).toBeVisible();
const enter = async (text: string) => {
  await code().fill(text);
  await userEvent.keyboard('{Enter}');
};
const enterAgain = async () => {
  await open();
  await expect.element(code()).toHaveValue('K7M-2QX');
  await code().click();
  await userEvent.keyboard('{Enter}');
};

it('the session ends: what was entered stays, also after signing in again', async () => {
  await open();
  await enter('K7M-2QX');
  await amount().fill('12,50');
  api.on(calls.staffRedeem, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
  await userEvent.keyboard('{Enter}');
  await page.getByRole('dialog', { name: 'Tu sesión ha terminado' }).getByRole('button', { name: 'Cancelar' }).click();
  await expect
    .element(page.getByRole('link', { name: 'Iniciar sesión' }))
    .toHaveAttribute('href', '/login?returnTo=%2Fstaff-validation');
  await expect.element(amount()).toHaveValue('12,50');
  api.on(calls.staffRedeem, { success: true, message: 'Done.' });
  await enterAgain();
  await expect.element(amount()).toHaveValue('12,50');
  await userEvent.keyboard('{Enter}');
  await confirmed();
  await open();
  await expect.element(code()).toHaveValue('');
});

it.each(['1', '12,', '12,5'])(
  'an amount that is partly typed stays with its code, and with no other one: %s',
  async (typed) => {
    await open();
    await enter('K7M-2QX');
    await amount().fill(typed);
    await enterAgain();
    await expect.element(amount()).toHaveValue(typed);
    await open();
    await enter('K7M-2QY');
    await expect.element(amount()).toHaveValue('');
  },
);

it('where the site redeems in one step, an amount from before a reload is not sent by itself', async () => {
  api.on(calls.lookUpScan, { success: true, message: '', scan: { ...LOOKED_UP, redeemsInOneStep: true } });
  api.on(calls.staffRedeem, { success: false, code: 'SALE_AMOUNT_TOO_HIGH', message: 'What the server says.' });
  await open();
  await enter('K7M-2QX');
  await amount().fill('12');
  await enterAgain();
  await expect.element(amount()).toHaveValue('12');
  await amount().fill('125');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.bodies(calls.staffRedeem)).toHaveLength(2);
  expect(api.bodies(calls.staffRedeem)).toEqual([
    { redemptionCode: 'K7M-2QX' },
    { redemptionCode: 'K7M-2QX', saleAmount: '125' },
  ]);
});

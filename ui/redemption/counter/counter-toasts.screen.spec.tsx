import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { LookedUpScan } from '@perktree/contracts/redemption/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { press } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { BENEFIT } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';

/** Staff validation: sections 4 and 8, word for word. */
const SAID = 'What the server says.';
const SCAN: LookedUpScan = {
  ...{ ...BENEFIT, qrName: 'Summer', customerName: 'Cleo Customer', siteName: 'Corner Café' },
  ...{ currency: 'EUR', defaultSaleAmount: '100.00', maxSaleAmount: '1000.00' },
  ...{ redeemsInOneStep: false, expiresAtUtc: '2026-07-02T10:00:00.000Z', awaitsConfirmation: false },
  redemptions: { used: 3, most: 50 },
  redemptionsOfCustomer: { used: 0, most: 1 },
};

beforeEach(() => {
  signIn('staff');
  api.on(calls.validations, [], { total: 0 });
});
async function validate(language: 'en' | 'es' = 'en'): Promise<void> {
  await openScreen('/staff-validation', { viewport: PHONE, language });
  await page.getByLabelText(language === 'en' ? 'Redemption Code' : 'Código de canje').fill('ABC-123');
  await press(language === 'en' ? 'Validate' : 'Validar', page);
}

it.each([
  ['8 · Staff (success false)', 'Validation Failed', { success: false, message: SAID }],
  ['8 · Staff', 'Validation Error', refusal(500, SAID)],
])('%s · %s', async (_, title, answer) => {
  api.on(calls.lookUpScan as Call, answer);
  await validate();
  await seeToast(title, SAID, { isFailure: true });
});

it.each([
  [
    'en',
    {
      ...{ amount: 'Sale amount in €', confirm: 'Confirm', title: 'Redemption Confirmed' },
      text: 'Customer benefit has been validated successfully.',
      card: ['Redemption Confirmed!', 'Customer benefit has been redeemed'],
      facts: ['Benefit', 'Discount/Reward', 'Customer', 'Customer'],
      ...{ another: 'Validate Another', code: 'Redemption Code' },
    },
  ],
  [
    'es',
    {
      ...{ amount: 'Importe de la venta en €', confirm: 'Confirmar', title: 'Canje confirmado' },
      text: 'El beneficio del cliente se ha validado correctamente.',
      card: ['¡Canje confirmado!', 'El beneficio del cliente se ha canjeado'],
      facts: ['Beneficio', 'Descuento/Recompensa', 'Cliente', 'Cliente'],
      ...{ another: 'Validar otro', code: 'Código de canje' },
    },
  ],
] as const)(
  '4, 8 · Staff success: validate, then the confirmation card with the defaults, then Validate Another resets (%s)',
  async (language, words) => {
    api.on(calls.lookUpScan, { success: true, message: '', scan: SCAN });
    api.on(calls.staffRedeem, { success: true, message: 'Done.' });
    await validate(language);
    await page.getByLabelText(words.amount).fill('12.50');
    await press(words.confirm, page);
    await seeToast(words.title, words.text);
    for (const text of words.card) await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    expect([...document.querySelectorAll('dl dt, dl dd')].map(({ textContent }) => textContent)).toEqual(words.facts);
    await press(words.another, page);
    await expect.element(page.getByLabelText(words.code)).toHaveValue('');
  },
);

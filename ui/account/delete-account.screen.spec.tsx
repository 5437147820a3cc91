import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { press, seeDisabled, seeNoDialog } from '../testing/forms.ts';
import { api, opened, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';

beforeEach(() => {
  signIn('customer');
  api.answerReads('empty');
});

it.each([
  ['en', 'Delete account', 'Password', 'Permanently delete account', 'Cancel', 'Incorrect password.'],
  [...['es', 'Eliminar cuenta', 'Contraseña', 'Eliminar para siempre', 'Cancelar'], 'La contraseña no es correcta.'],
] as const)(
  '4 · Delete account: no password and nothing agreed to, however far it had been filled in (%s)',
  async (language, title, password, submit, cancel, wrong) => {
    await openScreen('/account', { viewport: PHONE, language: language as 'en' | 'es' });
    const dialog = page.getByRole('dialog', { name: title });
    const field = dialog.getByLabelText(password);
    const agreed = dialog.getByRole('checkbox');
    const button = dialog.getByRole('button', { name: submit });
    const open = async () => {
      await page.getByRole('button', { name: title, exact: true }).click();
      await expect.element(field).toHaveValue('');
      await expect.element(agreed).not.toBeChecked();
      await seeDisabled(button);
    };
    await open();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await field.fill('half typed');
    await agreed.click();
    await seeDisabled(button, false);
    await press(cancel, dialog);
    await seeNoDialog();
    await open();
    await field.fill('wrong');
    await agreed.click();
    api.on(calls.eraseAccount, refusal(403, 'What the server says.', 'WRONG_CREDENTIALS'));
    await button.click();
    await expect.element(dialog.getByText(wrong)).toBeVisible();
    api.on(calls.eraseAccount, { success: true, keptUntil: null });
    await field.fill('correct horse battery');
    await button.click();
    await expect.poll(() => opened).toEqual(['/']);
    expect(api.sent(calls.eraseAccount).map(({ body }) => body)).toEqual([
      { password: 'wrong' },
      { password: 'correct horse battery' },
    ]);
  },
);

it.each([
  ['en', 'Delete account', 'are kept until Jan 1, 2033, as the law asks.'],
  ['es', 'Eliminar cuenta', 'se conservan hasta el 1 ene 2033, como exige la ley.'],
] as const)('says until when evidence of payments is kept (%s)', async (language, title, text) => {
  api.on(calls.openBalance, { totals: [], keptUntil: '2033-01-01T00:00:00.000Z' });
  await openScreen('/account', { viewport: PHONE, language });
  await page.getByRole('button', { name: title, exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: title }).getByText(text)).toBeVisible();
});

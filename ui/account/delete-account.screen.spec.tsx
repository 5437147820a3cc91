import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { press, seeDisabled, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, opened, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';

beforeEach(() => {
  signIn('customer');
  api.answerReads('empty');
});

it('4 · Delete account: no password and nothing agreed to, however far it had been filled in', async () => {
  await openScreen('/account', { viewport: PHONE });
  const own = page.getByRole('dialog', { name: 'Delete account' });
  const field = own.getByLabelText('Password');
  const agreed = own.getByRole('checkbox');
  const button = own.getByRole('button', { name: 'Permanently delete account' });
  const open = async () => {
    await press('Delete account', page);
    await expect.element(field).toHaveValue('');
    await expect.element(agreed).not.toBeChecked();
    await seeDisabled(button);
  };
  await open();
  await field.fill('half typed');
  await agreed.click();
  await seeDisabled(button, false);
  await press('Cancel', own);
  await seeNoDialog();
  await open();
  await field.fill('wrong');
  await agreed.click();
  api.on(calls.eraseAccount, refusal(403, 'What the server says.', 'WRONG_CREDENTIALS'));
  await button.click();
  await seeText('Incorrect password.', own);
  api.on(calls.eraseAccount, { success: true, keptUntil: null });
  await field.fill('correct horse battery');
  await button.click();
  await expect.poll(() => opened).toEqual(['/']);
  expect(api.bodies(calls.eraseAccount)).toEqual([{ password: 'wrong' }, { password: 'correct horse battery' }]);
});

it('cannot be confirmed before the open balance is shown, which moves nothing that could be pressed', async () => {
  let answer = () => {};
  const answered = new Promise<object>((resolve) => {
    const totals = [
      { currency: 'EUR', owed: '8.00' },
      { currency: 'USD', owed: '-3.00' },
    ];
    answer = () => resolve({ totals, keptUntil: null });
  });
  api.on(calls.openBalance, (() => answered) as never);
  await openScreen('/account', { viewport: PHONE });
  await press('Delete account', page);
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect.element(dialog.getByRole('progressbar')).toBeVisible();
  await seeDisabled(dialog.getByRole('button', { name: 'Permanently delete account' }));
  await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
  answer();
  await seeText('Open balance: €8.00. A deleted account receives no automatic payouts.', dialog);
  await seeText("You owe $3.00. Deleting your account doesn't settle it.", dialog);
  await expect.element(dialog.getByRole('checkbox')).toBeVisible();
});

it('says until when evidence of payments is kept', async () => {
  api.on(calls.openBalance, { totals: [], keptUntil: '2033-01-01T00:00:00.000Z' });
  await openScreen('/account', { viewport: PHONE });
  await press('Delete account', page);
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await seeText('are kept until Jan 1, 2033, as the law asks.', dialog);
});

it.each([
  ['off', true],
  ['unavailable', false],
] as const)(
  'a password is asked for where the account has one, and no organisation is named: %s',
  async (state, isAsked) => {
    api.on(calls.secondFactor, { state, recoveryCodesLeft: 0 });
    await openScreen('/account', { viewport: PHONE });
    for (const name of ['End all other sessions', 'Delete account']) {
      await press(name, page);
      const dialog = page.getByRole('dialog', { name });
      await expect.poll(() => dialog.element().querySelectorAll('input[type=password]').length).toBe(isAsked ? 1 : 0);
      await expect.element(dialog.getByText('organisation')).not.toBeInTheDocument();
      await press('Cancel', dialog);
      await seeNoDialog();
    }
    const found = ['Change password', 'Change e-mail'].filter((name) => document.body.innerText.includes(name));
    expect(found).toHaveLength(isAsked ? 2 : 0);
  },
);

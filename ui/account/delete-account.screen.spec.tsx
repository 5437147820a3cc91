import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { press, seeDisabled, seeNoDialog } from '../testing/forms.ts';
import { api, opened, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';

beforeEach(() => {
  signIn('customer');
  api.answerReads('empty');
});

const TITLE = ['Delete account', 'Eliminar cuenta'] as const;

it('4 · Delete account: no password and nothing agreed to, however far it had been filled in', async () => {
  await openScreen('/account', { viewport: PHONE });
  await inBoth(async (say, language) => {
    const own = page.getByRole('dialog', { name: say(TITLE) });
    const field = own.getByLabelText(say(['Password', 'Contraseña']));
    const agreed = own.getByRole('checkbox');
    const button = own.getByRole('button', { name: say(['Permanently delete account', 'Eliminar para siempre']) });
    const open = async () => {
      await press(say(TITLE), page);
      await expect.element(field).toHaveValue('');
      await expect.element(agreed).not.toBeChecked();
      await seeDisabled(button);
    };
    await open();
    if (language === 'en') expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await field.fill('half typed');
    await agreed.click();
    await seeDisabled(button, false);
    await press(say(['Cancel', 'Cancelar']), own);
    await seeNoDialog();
    await open();
    await field.fill('wrong');
    await agreed.click();
    api.on(calls.eraseAccount, refusal(403, 'What the server says.', 'WRONG_CREDENTIALS'));
    await button.click();
    await expect.element(own.getByText(say(['Incorrect password.', 'La contraseña no es correcta.']))).toBeVisible();
    if (language === 'en') {
      await press('Cancel', own);
      await seeNoDialog();
      return;
    }
    api.on(calls.eraseAccount, { success: true, keptUntil: null });
    await field.fill('correct horse battery');
    await button.click();
  });
  await expect.poll(() => opened).toEqual(['/']);
  expect(api.sent(calls.eraseAccount).map(({ body }) => body)).toEqual([
    ...[{ password: 'wrong' }, { password: 'wrong' }],
    { password: 'correct horse battery' },
  ]);
});

it('says until when evidence of payments is kept', async () => {
  api.on(calls.openBalance, { totals: [], keptUntil: '2033-01-01T00:00:00.000Z' });
  await openScreen('/account', { viewport: PHONE });
  await press('Delete account', page);
  await inBoth((say) => {
    const text = [
      'are kept until Jan 1, 2033, as the law asks.',
      'se conservan hasta el 1 ene 2033, como exige la ley.',
    ] as const;
    return expect.element(page.getByRole('dialog', { name: say(TITLE) }).getByText(say(text))).toBeVisible();
  });
});

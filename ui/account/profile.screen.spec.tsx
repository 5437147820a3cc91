import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';
import { seeToast } from '../testing/toasts.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => api.answerReads('empty'));

it('saves another name', async () => {
  signIn('customer');
  api.on(calls.changeProfile, undefined);
  await openScreen('/account', { viewport: PHONE });
  await inBoth(async (say, language) => {
    const firstName = language === 'en' ? 'Cleopatra' : 'Clea';
    await button(say(['Edit name', 'Editar nombre'])).click();
    await page.getByLabelText(say(['First name', 'Nombre']), { exact: true }).fill(firstName);
    api.on(calls.user, { ...userOf('customer'), firstName });
    await button(say(['Save', 'Guardar'])).click();
    await seeToast(say(['Name saved', 'Nombre guardado']), null);
    expect(api.sent(calls.changeProfile).at(-1)?.body).toEqual({ firstName, lastName: 'Customer' });
    await expect.poll(() => document.querySelector('dd')?.textContent).toBe(`${firstName} Customer`);
    await seeNoDialog();
  });
});

it('says where the link for another address is, and what is refused', async () => {
  signIn('customer');
  const mailed = [
    'We sent a link to new@example.test. Until you open it, cleo@example.test stays your address. The link works for 7 days.',
    'Hemos enviado un enlace a new@example.test. Hasta que lo abras, tu dirección sigue siendo cleo@example.test. El enlace funciona durante 7 días.',
  ] as const;
  await openScreen('/account', { viewport: PHONE });
  await inBoth(async (say) => {
    const change = say(['Change e-mail', 'Cambiar correo']);
    api.on(calls.changeEmail, refusal(429, 'Too many.', 'TOO_MANY_REQUESTS'));
    await button(change).click();
    await page.getByLabelText(say(['New e-mail', 'Correo nuevo'])).fill('new@example.test');
    await press(change);
    await expect.element(page.getByRole('alert')).toBeVisible();
    api.on(calls.changeEmail, { pendingEmail: 'new@example.test' });
    await press(change);
    await expect.element(page.getByText(say(mailed))).toBeVisible();
    await press(say(['Done', 'Listo']));
    await seeNoDialog();
  });
});

it.each([
  ['en', 'CSV files', 'Commas, 1.50', 'Semicolons, 1,50'],
  ['es', 'Archivos CSV', 'Punto y coma, 1,50', 'Comas, 1.50'],
] as const)(
  'CSV files have the separators of %s until others are chosen, which stay',
  async (language, title, usual, other) => {
    signIn('site_owner');
    await openScreen('/account', { language });
    const group = page.getByRole('group', { name: title });
    await expect.element(group.getByRole('button', { name: usual, pressed: true })).toBeVisible();
    await group.getByRole('button', { name: other }).click();
    await expect.element(group.getByRole('button', { name: other, pressed: true })).toBeVisible();
    expect(localStorage.getItem('csv-format')).toBe(language === 'en' ? 'semicolon' : 'comma');
  },
);

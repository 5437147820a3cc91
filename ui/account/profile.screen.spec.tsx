import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';
import { seeToast } from '../testing/toasts.ts';

const WORDS = {
  en: {
    editName: 'Edit name',
    firstName: 'First name',
    save: 'Save',
    saved: 'Name saved',
    changeEmail: 'Change e-mail',
    newEmail: 'New e-mail',
    done: 'Done',
    mailed:
      'We sent a link to new@example.test. Until you open it, cleo@example.test stays your address. The link works for 7 days.',
  },
  es: {
    editName: 'Editar nombre',
    firstName: 'Nombre',
    save: 'Guardar',
    saved: 'Nombre guardado',
    changeEmail: 'Cambiar correo',
    newEmail: 'Correo nuevo',
    done: 'Listo',
    mailed:
      'Hemos enviado un enlace a new@example.test. Hasta que lo abras, tu dirección sigue siendo cleo@example.test. El enlace funciona durante 7 días.',
  },
};

describe.each([
  ['en', PHONE],
  ['es', DESKTOP],
] as const)('profile in %s', (language, viewport) => {
  const words = WORDS[language];
  beforeEach(() => {
    signIn('customer');
    api.answerReads('empty');
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const open = () => openScreen('/account', { language, viewport });

  it('saves another name', async () => {
    api.on(calls.changeProfile, undefined);
    await open();
    await button(words.editName).click();
    await userEvent.fill(page.getByLabelText(words.firstName, { exact: true }), 'Cleopatra');
    api.on(calls.user, { ...userOf('customer'), firstName: 'Cleopatra' });
    await button(words.save).click();
    await seeToast(words.saved, null);
    expect(api.sent(calls.changeProfile).map(({ body }) => body)).toEqual([
      { firstName: 'Cleopatra', lastName: 'Customer' },
    ]);
    await expect.poll(() => document.querySelector('dd')?.textContent).toBe('Cleopatra Customer');
  });

  it('says where the link for another address is, and what is refused', async () => {
    api.on(calls.changeEmail, refusal(429, 'Too many.', 'TOO_MANY_REQUESTS'));
    await open();
    await button(words.changeEmail).click();
    await userEvent.fill(page.getByLabelText(words.newEmail), 'new@example.test');
    await page.getByRole('dialog').getByRole('button', { name: words.changeEmail }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    api.on(calls.changeEmail, { pendingEmail: 'new@example.test' });
    await page.getByRole('dialog').getByRole('button', { name: words.changeEmail }).click();
    await expect.element(page.getByText(words.mailed)).toBeVisible();
    await button(words.done).click();
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });
});

describe.each([
  ['en', PHONE, 'CSV files', 'Commas, 1.50', 'Semicolons, 1,50'],
  ['es', DESKTOP, 'Archivos CSV', 'Punto y coma, 1,50', 'Comas, 1.50'],
] as const)('CSV files in %s', (language, viewport, title, usual, other) => {
  it('have the separators of the language until others are chosen, which stay', async () => {
    api.answerReads('empty');
    signIn('site_owner');
    await openScreen('/account', { viewport, language });
    const group = page.getByRole('group', { name: title });
    await expect.element(group.getByRole('button', { name: usual, pressed: true })).toBeVisible();
    await group.getByRole('button', { name: other }).click();
    await expect.element(group.getByRole('button', { name: other, pressed: true })).toBeVisible();
    expect(localStorage.getItem('csv-format')).toBe(language === 'en' ? 'semicolon' : 'comma');
  });
});

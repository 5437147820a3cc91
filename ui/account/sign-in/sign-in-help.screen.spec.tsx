import { calls } from '@perktree/contracts/catalogue/calls';
import { it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { seeText } from '../../testing/forms.ts';
import { openPublicPage } from '../../testing/open-public-page.tsx';
import { api } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';

it.each([
  ['en', 'E-mail', 'Password', 'Log in', 'Use a recovery code', 'Ask the operator of this installation to turn off'],
  ['es', 'Correo', 'Contraseña', 'Iniciar sesión', 'Usar un código', 'Pide a quien administra esta instalación'],
] as const)('without authenticator and recovery codes, the operator helps (%s)', async (...words) => {
  const [language, email, password, submit, useRecovery, help] = words;
  signIn(null);
  api.on(calls.login, refusal(401, 'Enter your code.', 'SECOND_FACTOR_REQUIRED'));
  await openPublicPage('/login', { language });
  await page.getByLabelText(email).fill('cleo@example.test');
  await page.getByLabelText(password).fill('correct horse battery');
  await page.getByRole('button', { name: submit, exact: true }).click();
  await page.getByRole('button', { name: useRecovery }).click();
  await seeText(help, page, { exact: false });
});

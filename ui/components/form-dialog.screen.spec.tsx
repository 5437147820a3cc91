import { calls } from '@perktree/contracts/http/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';

beforeEach(() => {
  signIn('site_owner');
  api.on(calls.listSites, [], { total: 0 });
});

describe('Escape in a form with changes', () => {
  it.each([
    ['en', DESKTOP, 'Create Site', 'Site name', 'Discard changes?', 'Keep editing', 'Discard'],
    ['es', PHONE, 'Crear sitio', 'Nombre del sitio', '¿Descartar los cambios?', 'Seguir editando', 'Descartar'],
  ] as const)('asks first (%s)', async (language, viewport, create, name, question, keep, discard) => {
    await openScreen('/sites?create=1', { language, viewport });
    const field = page.getByRole('textbox', { name });
    await expect.element(page.getByRole('dialog', { name: create })).toBeVisible();
    await field.fill('Market Hall');
    await userEvent.keyboard('{Escape}');
    const asking = page.getByRole('dialog', { name: question });
    await asking.getByRole('button', { name: keep }).click();
    await expect.element(asking).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('Market Hall');
    await userEvent.keyboard('{Escape}');
    await asking.getByRole('button', { name: discard, exact: true }).click();
    await expect.element(field).not.toBeInTheDocument();
  });

  it('closes at once without changes', async () => {
    await openScreen('/sites?create=1');
    const dialog = page.getByRole('dialog', { name: 'Create Site' });
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('a list whose session has ended', () => {
  it.each([
    ['en', 'Log in'],
    ['es', 'Iniciar sesión'],
  ] as const)('leads to the login page and back (%s)', async (language, label) => {
    api.on(calls.listSites, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
    await openScreen('/sites?q=market', { language });
    const link = page.getByRole('alert').getByRole('link', { name: label });
    await expect.element(link).toHaveAttribute('href', `/login?returnTo=${encodeURIComponent('/sites?q=market')}`);
  });
});

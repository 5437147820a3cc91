import { DEMO_PASSWORD } from '@perktree/apps/standalone/demo/demo-business';
import type { State } from './states.ts';
import { stub } from './stub.ts';

export const wrongPassword: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByLabel(t('accounts:field.email')).fill('nobody@example.test');
    await page.getByLabel(t('accounts:field.password')).fill('not the password');
    await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

export const commonPassword: State = {
  name: 'refused password',
  open: async (page, t) => {
    await page.getByLabel(t('accounts:field.email')).fill('nobody@example.test');
    await page.getByLabel(t('accounts:field.password')).fill('qwertyuiop');
    await page.getByRole('button', { name: t('accounts:register.submit'), exact: true }).click();
    await page.locator('[aria-invalid=true]').waitFor();
  },
};

export const unknownLink: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByLabel(t('accounts:reset.field')).fill('a new long password');
    await page.getByRole('button', { name: t('accounts:reset.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

export const unknownVerification: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('accounts:verify.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

export const unknownUnsubscription: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('accounts:unsubscribe.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

export const unknownPairing: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('api-keys:device.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

/** Refused in the browser: a wrong password would count as an attempt. */
export const shortPassword: State = {
  name: 'refused password',
  open: async (page, t) => {
    const form = page.getByRole('region', { name: t('account:password.title'), exact: true });
    await form.getByLabel(t('account:password.current'), { exact: true }).fill('correct horse battery');
    await form.getByLabel(t('account:password.next'), { exact: true }).fill('short');
    await form.getByRole('button', { name: t('account:password.submit'), exact: true }).click();
    await page.locator('[aria-invalid=true]').waitFor();
  },
};

/** The answer is stubbed: no account of the demo has a second factor. */
export const oneTimeCode: State = {
  name: 'one-time code',
  open: async (page, t) => {
    const body = { message: '', code: 'SECOND_FACTOR_REQUIRED' };
    const undo = await stub(page, { method: 'POST', path: '/api/auth/login', status: 401, body });
    await page.getByLabel(t('accounts:field.email')).fill('nobody@example.test');
    await page.getByLabel(t('accounts:field.password')).fill('a long password');
    await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
    await page.getByLabel(t('accounts:code.authenticator')).waitFor();
    await undo();
  },
};

/** The setup is not confirmed, so the account has no second factor afterwards. */
export const secondFactor: State = {
  name: 'second factor dialog',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('account:factor.setUp'), exact: true }).click();
    await page.getByRole('dialog').getByLabel(t('account:factor.password')).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: t('account:factor.next'), exact: true }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
  },
};

import { calls } from '@perktree/contracts/catalogue/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { dialog, fillIn, press, seeNoDialog, seeValues } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const SAID = 'What the server says.';

beforeEach(() => {
  signIn('site_owner');
  openShop([]);
});
const name = () => dialog().getByRole('textbox', { name: 'Site name' });
const openCreate = () => press('Create Site', page);

it('creates a site: empty after a cancelled one; says why it failed; sends name, currency and time zone', async () => {
  await openScreen('/sites');
  await openCreate();
  await expect.element(name()).toBeRequired();
  await name().fill('Half typed');
  await press('Cancel');
  await expect.element(page.getByRole('button', { name: 'Create Site' })).toHaveFocus();
  await openCreate();
  await expect.element(name()).toHaveValue('');
  const zone = dialog().getByLabelText('Time zone');
  await expect.element(zone).toHaveValue('UTC');
  const currency = dialog().getByRole('combobox', { name: 'Default currency' });
  await expect.element(currency).toHaveTextContent('EUR');
  api.on(calls.createSite, refusal(500, SAID));
  await name().fill('Market Hall');
  await press('Create Site');
  await seeToast('Error creating site', SAID, { isFailure: true });
  await expect.element(name()).toHaveValue('Market Hall');
  expect(api.sent(calls.createSite)[0]?.body).toEqual({ name: 'Market Hall', currency: 'EUR', timeZone: 'UTC' });
  await currency.click();
  const options = page.getByRole('option').elements();
  expect(options.map(({ textContent }) => textContent)).toEqual(['EUR', 'USD', 'GBP']);
  await page.getByRole('option', { name: 'GBP' }).click();
  await zone.selectOptions('Pacific/Auckland');
  api.on(calls.createSite, SITE);
  await press('Create Site');
  await seeToast('Site Created', 'Your new site has been created successfully.');
  const wanted = { name: 'Market Hall', currency: 'GBP', timeZone: 'Pacific/Auckland' };
  expect(api.sent(calls.createSite)[1]?.body).toEqual(wanted);
  await seeNoDialog();
  await openCreate();
  await expect.element(name()).toHaveValue('');
  await expect.element(currency).toHaveTextContent('EUR');
});

it('has a time zone for a configured site, on a phone in Spanish', async () => {
  api.on(calls.configureSite, DEFAULT_SITE_CONFIGURATION);
  await openScreen('/sites', { language: 'es', viewport: PHONE });
  await press('Configurar', page);
  await expect.element(dialog().getByText('Los meses cerrados quedan como se cerraron.')).toBeVisible();
  await dialog().getByLabelText('Zona horaria').selectOptions('America/New York');
  await press('Guardar configuración');
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('Configuración actualizada');
  expect(api.sent(calls.configureSite)[0]?.body).toMatchObject({ timeZone: 'America/New_York' });
});

it('configures a site: as it was after a cancelled change; says why it failed; sends what has changed', async () => {
  const [row, policy] = [page.getByRole('button', { name: 'Configure' }), dialog().getByText('Policy Settings')];
  const saved = { 'Site name': SITE.name, 'QR lifetime (minutes)': '1440', 'Max total splits': '' };
  await openScreen('/sites');
  await row.click();
  await seeValues(saved);
  await fillIn({ 'Site name': 'Half typed', 'QR lifetime (minutes)': '5', 'Max total splits': '7' });
  await press('Cancel');
  await seeNoDialog();
  await row.click();
  await seeValues(saved);
  api.on(calls.configureSite, refusal(500, SAID));
  await press('Save Configuration');
  await seeToast('Error updating configuration', SAID, { isFailure: true });
  await expect.element(policy).toBeVisible();
  await expect.element(dialog().getByText('Closed months stay as they were closed.')).toBeVisible();
  api.on(calls.configureSite, { ...DEFAULT_SITE_CONFIGURATION, staffRedeemInOneStep: true });
  await dialog().getByRole('switch', { name: 'Staff redeem in one step, with the default sale amount' }).click();
  await press('Save Configuration');
  await seeToast('Configuration Updated', 'Site configuration has been saved successfully.');
  expect(api.sent(calls.configureSite)[1]?.body).toEqual({
    staffRedeemInOneStep: true,
    seen: { staffRedeemInOneStep: false },
  });
  await seeNoDialog();
});

it('stays open on Back while the site is made', async () => {
  await openScreen('/sites');
  await openCreate();
  await name().fill('Kiosk');
  let answer = (_: typeof SITE) => {};
  api.on(
    calls.createSite,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await press('Create Site');
  await expect.poll(() => api.sent(calls.createSite)).toHaveLength(1);
  let moves = 0;
  const count = () => {
    moves += 1;
  };
  navigation.addEventListener('currententrychange', count);
  onTestFinished(() => navigation.removeEventListener('currententrychange', count));
  history.back();
  // To the entry before, and back.
  await expect.poll(() => moves).toBe(2);
  await expect.element(name()).toHaveValue('Kiosk');
  answer(SITE);
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('Site Created');
  expect(location.pathname).toBe('/sites');
});

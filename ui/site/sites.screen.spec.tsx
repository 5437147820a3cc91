import { calls } from '@perktree/contracts/catalogue/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { fillIn, press, seeNoDialog, seeValues } from '../testing/forms.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';
import { openShop, SITE } from '../testing/shop.ts';
import { seeToast, shownToast } from '../testing/toasts.ts';

const SAID = 'What the server says.';

beforeEach(async () => {
  signIn('site_owner');
  openShop([]);
  await openScreen('/sites');
});
const dialog = () => page.getByRole('dialog');
const name = () => dialog().getByRole('textbox', { name: 'Site name' });

describe('Create Site', () => {
  const open = () => page.getByRole('button', { name: 'Create Site' }).click();
  const submit = () => dialog().getByRole('button', { name: 'Create Site' }).click();

  it('8 · Sites: says why it failed, and keeps what was typed; sends the name and the currency, closes, and opens empty again', async () => {
    await open();
    await name().fill('Market Hall');
    api.on(calls.createSite, refusal(500, SAID));
    await submit();
    await seeToast('Error creating site', SAID, { isFailure: true });
    await expect.element(name()).toHaveValue('Market Hall');
    api.on(calls.createSite, SITE);
    await dialog().getByRole('combobox', { name: 'Default currency' }).click();
    const options = page.getByRole('option').elements();
    expect(options.map(({ textContent }) => textContent)).toEqual(['EUR', 'USD', 'GBP']);
    await page.getByRole('option', { name: 'GBP' }).click();
    await submit();
    await seeToast('Site Created', 'Your new site has been created successfully.');
    expect(api.sent(calls.createSite).map(({ body }) => body)[1]).toEqual({
      ...{ name: 'Market Hall', currency: 'GBP', timeZone: 'UTC' },
    });
    await expect.element(dialog()).not.toBeInTheDocument();
    await open();
    await expect.element(name()).toHaveValue('');
    await expect.element(dialog().getByRole('combobox', { name: 'Default currency' })).toHaveTextContent('EUR');
  });

  it('stays open on Back while the site is made', async () => {
    await open();
    await name().fill('Kiosk');
    let answer = (_: typeof SITE) => {};
    api.on(
      calls.createSite,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await submit();
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

  it('4 · Create site: name empty after a cancelled one; the focus goes back to the button', async () => {
    await open();
    await name().fill('Half typed');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('button', { name: 'Create Site' })).toHaveFocus();
    await open();
    await expect.element(name()).toHaveValue('');
  });
});

it('the time zone is chosen for a new site, the browser’s at first; it is changed in the configuration, which says what stays', async () => {
  api.on(calls.createSite, SITE);
  api.on(calls.configureSite, DEFAULT_SITE_CONFIGURATION);
  await inBoth(async (say) => {
    const zone = dialog().getByLabelText(say(['Time zone', 'Zona horaria']));
    await press(say(['Create Site', 'Crear sitio']), page);
    await expect.element(zone).toHaveValue('UTC');
    await fillIn({ [say(['Site name', 'Nombre del sitio'])]: 'Pier' });
    await zone.selectOptions('Pacific/Auckland');
    await press(say(['Create Site', 'Crear sitio']));
    await expect.poll(() => shownToast()?.title).toBe(say(['Site Created', 'Sitio creado']));
    expect(api.sent(calls.createSite).at(-1)?.body).toMatchObject({ timeZone: 'Pacific/Auckland' });
    await seeNoDialog();

    await press(say(['Configure', 'Configurar']), page);
    const stays = ['Closed months stay as they were closed.', 'Los meses cerrados quedan como se cerraron.'] as const;
    await expect.element(dialog().getByText(say(stays))).toBeVisible();
    await zone.selectOptions('America/New York');
    await press(say(['Save Configuration', 'Guardar configuración']));
    await expect.poll(() => shownToast()?.title).toBe(say(['Configuration Updated', 'Configuración actualizada']));
    expect(api.sent(calls.configureSite).at(-1)?.body).toMatchObject({ timeZone: 'America/New_York' });
    await seeNoDialog();
  });
});

describe('Site configuration', () => {
  const open = async () => {
    await page.getByRole('button', { name: 'Configure' }).click();
    await expect.element(dialog().getByText('Policy Settings')).toBeVisible();
  };

  it('8 · Config: says why it failed, and stays open; sends the switch of the counter, and only it, and closes', async () => {
    api.on(calls.configureSite, refusal(500, SAID));
    await open();
    await dialog().getByRole('switch', { name: 'Staff redeem in one step, with the default sale amount' }).click();
    await press('Save Configuration');
    await seeToast('Error updating configuration', SAID, { isFailure: true });
    await expect.element(dialog()).toBeVisible();
    api.on(calls.configureSite, { ...DEFAULT_SITE_CONFIGURATION, staffRedeemInOneStep: true });
    await press('Save Configuration');
    await seeToast('Configuration Updated', 'Site configuration has been saved successfully.');
    await seeNoDialog();
    const body = { staffRedeemInOneStep: true, seen: { staffRedeemInOneStep: false } };
    expect(api.sent(calls.configureSite).map((request) => request.body)).toEqual([body, body]);
  });

  it('4 · has the values of the site after a cancelled change', async () => {
    const saved = {
      'Site name': SITE.name,
      'QR lifetime (minutes)': '1440',
      'Min split (%)': '0.50',
      'Max total splits': '',
    };
    const typed = {
      'Site name': 'Half typed',
      'QR lifetime (minutes)': '5',
      'Min split (%)': '2.50',
      'Max total splits': '7',
    };
    await open();
    await seeValues(saved);
    await fillIn(typed);
    await press('Cancel');
    await seeNoDialog();
    await open();
    await seeValues(saved);
  });
});

import { calls } from '@perktree/contracts/catalogue/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { fillIn, press, seeNoDialog, seeValues } from '../testing/forms.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

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

  it('8 · Sites success: sends the name and the currency, closes, and opens empty again', async () => {
    api.on(calls.createSite, SITE);
    await open();
    await name().fill('Market Hall');
    await dialog().getByRole('combobox', { name: 'Default currency' }).click();
    const options = page.getByRole('option').elements();
    expect(options.map(({ textContent }) => textContent)).toEqual(['EUR', 'USD', 'GBP']);
    await page.getByRole('option', { name: 'GBP' }).click();
    await submit();
    await seeToast('Site Created', 'Your new site has been created successfully.');
    expect(api.sent(calls.createSite).map(({ body }) => body)).toEqual([
      { name: 'Market Hall', currency: 'GBP', timeZone: 'UTC' },
    ]);
    await expect.element(dialog()).not.toBeInTheDocument();
    await open();
    await expect.element(name()).toHaveValue('');
    await expect.element(dialog().getByRole('combobox', { name: 'Default currency' })).toHaveTextContent('EUR');
  });

  it('8 · Sites: says why it failed, and keeps what was typed', async () => {
    api.on(calls.createSite, refusal(500, SAID));
    await open();
    await name().fill('Market');
    await submit();
    await seeToast('Error creating site', SAID, { isFailure: true });
    await expect.element(name()).toHaveValue('Market');
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

describe.each([
  {
    ...{ language: 'en' as const, viewport: DESKTOP, create: 'Create Site', named: 'Site name', zoned: 'Time zone' },
    ...{ made: 'Site Created', configure: 'Configure', save: 'Save Configuration', saved: 'Configuration Updated' },
    stays: 'Closed months stay as they were closed.',
  },
  {
    ...{ language: 'es' as const, viewport: PHONE, create: 'Crear sitio', named: 'Nombre del sitio' },
    ...{ zoned: 'Zona horaria', made: 'Sitio creado', configure: 'Configurar', save: 'Guardar configuración' },
    ...{ saved: 'Configuración actualizada', stays: 'Los meses cerrados quedan como se cerraron.' },
  },
])('Time zone, in $language', ({ language, viewport, ...words }) => {
  const zone = () => dialog().getByLabelText(words.zoned);
  beforeEach(() => openScreen('/sites', { language, viewport }));

  it('is chosen for a new site, the browser’s at first', async () => {
    api.on(calls.createSite, SITE);
    await page.getByRole('button', { name: words.create }).click();
    await expect.element(zone()).toHaveValue('UTC');
    await dialog().getByRole('textbox', { name: words.named }).fill('Pier');
    await zone().selectOptions('Pacific/Auckland');
    await dialog().getByRole('button', { name: words.create }).click();
    await expect.element(page.getByText(words.made, { exact: true })).toBeVisible();
    expect(api.sent(calls.createSite)[0]?.body).toMatchObject({ timeZone: 'Pacific/Auckland' });
  });

  it('is changed in the configuration, which says what stays', async () => {
    api.on(calls.configureSite, DEFAULT_SITE_CONFIGURATION);
    await page.getByRole('button', { name: words.configure }).click();
    await expect.element(dialog().getByText(words.stays)).toBeVisible();
    await zone().selectOptions('America/New York');
    await dialog().getByRole('button', { name: words.save }).click();
    await expect.element(page.getByText(words.saved, { exact: true })).toBeVisible();
    expect(api.sent(calls.configureSite)[0]?.body).toMatchObject({ timeZone: 'America/New_York' });
  });
});

describe('Site configuration', () => {
  const open = async () => {
    await page.getByRole('button', { name: 'Configure' }).click();
    await expect.element(dialog().getByText('Policy Settings')).toBeVisible();
  };
  const save = () => dialog().getByRole('button', { name: 'Save Configuration' }).click();

  it('8 · Config success: saves, and closes', async () => {
    api.on(calls.configureSite, DEFAULT_SITE_CONFIGURATION);
    await open();
    await save();
    await seeToast('Configuration Updated', 'Site configuration has been saved successfully.');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('sends the switch of the counter, and only it', async () => {
    api.on(calls.configureSite, { ...DEFAULT_SITE_CONFIGURATION, staffRedeemInOneStep: true });
    await open();
    await dialog().getByRole('switch', { name: 'Staff redeem in one step, with the default sale amount' }).click();
    await save();
    await seeToast('Configuration Updated', 'Site configuration has been saved successfully.');
    expect(api.sent(calls.configureSite)[0]?.body).toEqual({
      staffRedeemInOneStep: true,
      seen: { staffRedeemInOneStep: false },
    });
  });

  it('8 · Config: says why it failed, and stays open', async () => {
    api.on(calls.configureSite, refusal(500, SAID));
    await open();
    await save();
    await seeToast('Error updating configuration', SAID, { isFailure: true });
    await expect.element(dialog()).toBeVisible();
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

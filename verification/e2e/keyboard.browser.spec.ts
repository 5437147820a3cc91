import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Keys } from './keyboard/keys.ts';
import { PASSWORD } from './support/actions.ts';
import { DESKTOP, MOVING, openWindow, PHONE, photographAll } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { Person } from './support/person.ts';
import { ROOT } from './support/product.ts';
import { useFurnishedProduct } from './support/use-product.ts';

const running = useFurnishedProduct();

/** A window that is used only by keyboard. */
async function open(path: string, viewport = DESKTOP): Promise<{ page: Page; keys: Keys }> {
  const { page } = await openWindow(running.browser, running.product.url, viewport, MOVING);
  await page.goto(path);
  await page.locator('h1').waitFor();
  return { page, keys: new Keys(page) };
}

/** Like `windowOf`, signed in. */
async function openAs(account: { email: string; password: string }, path: string, viewport = DESKTOP) {
  const { context, page } = await openWindow(running.browser, running.product.url, viewport, MOVING);
  const { email, password } = account;
  await context.request.post('/api/auth/login', { data: { email, password } });
  await page.goto(path);
  await page.locator('h1').waitFor();
  return { page, keys: new Keys(page) };
}

/** Fills in the registration that the page shows. */
async function register(keys: Keys, firstName: string): Promise<void> {
  const { page } = keys;
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await keys.write(page.getByLabel('First name'), firstName);
  await keys.write(page.getByLabel('E-mail'), `${firstName.toLowerCase()}-${Date.now()}@example.test`);
  await keys.write(page.getByLabel('Password'), PASSWORD);
  await keys.activate(page.getByRole('button', { name: 'Create account' }));
  await page.waitForURL((url) => !url.pathname.startsWith('/register'));
  await page.locator('h1').waitFor();
}

const photographs = (name: string) => () => photographAll(`${ROOT}/test-results/keyboard-${name}`);

describe('by keyboard alone', () => {
  it('a site owner registers, upgrades, makes a site, configures it, makes a QR and splits it', async ({
    onTestFailed,
  }) => {
    onTestFailed(photographs('owner'));
    const { page, keys } = await open('/');
    await keys.activate(page.getByRole('link', { name: 'Business Login' }));
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await keys.activate(page.getByRole('link', { name: 'Create one' }));
    await keys.landsOn(page.getByRole('heading', { name: 'Create your account' }));
    await register(keys, 'Owner');

    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await keys.activate(menu.getByRole('link', { name: 'Subscription' }));
    await keys.landsOn(page.getByRole('heading', { name: 'Choose Your Plan' }));
    await expect.poll(() => page.title()).toBe('Choose Your Plan · PerkTree');
    await keys.activate(page.getByRole('button', { name: 'Upgrade to Pro' }));
    await page.waitForURL('**/checkout/*');
    await keys.activate(page.getByRole('button', { name: 'Confirm without payment' }));
    await page.waitForURL('**/subscription');
    await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();

    await keys.activate(menu.getByRole('link', { name: 'Sites' }));
    await keys.landsOn(page.getByRole('heading', { name: 'Sites', level: 1 }));
    const createSite = page.getByRole('button', { name: 'Create Site' });
    await keys.activate(createSite);
    const site = page.getByRole('dialog', { name: 'Create Site' });
    await keys.landsOn(site.getByLabel('Site name'));
    await keys.write(site.getByLabel('Site name'), 'Harbour Bakery');
    await keys.choose(site.getByRole('combobox', { name: 'Default currency' }), 'USD');
    await keys.activate(site.getByRole('button', { name: 'Create Site' }));
    await page.getByText('Site Created', { exact: true }).first().waitFor();
    await keys.landsOn(createSite);

    const configure = page.getByRole('button', { name: 'Configure' });
    await keys.activate(configure);
    const configuration = page.getByRole('dialog', { name: 'Harbour Bakery' });
    const slider = configuration.getByRole('slider', { name: 'Min split percentage' });
    await keys.tabTo(slider);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('1%');
    await keys.activate(configuration.getByRole('switch', { name: 'Staff can redeem with a code' }), 'Space');
    await keys.choose(configuration.getByRole('combobox', { name: 'Commission hold' }), '7 days');
    await keys.activate(configuration.getByRole('button', { name: 'Save Configuration' }));
    await page.getByText('Configuration Updated', { exact: true }).first().waitFor();
    await keys.landsOn(configure);

    await keys.activate(menu.getByRole('link', { name: 'QR Management' }));
    await keys.landsOn(page.getByRole('heading', { name: 'QR Management', level: 1 }));
    // The only site is preselected.
    await page.getByText('No QR codes found for this site.').waitFor();
    await keys.write(page.getByLabel('Name', { exact: false }).first(), 'Bread');
    await keys.write(page.getByLabel('Discount percent'), '20');
    await keys.activate(page.getByRole('button', { name: 'Create QR Code' }));
    await page.getByText('QR Created', { exact: true }).first().waitFor();
    const shown = page.getByRole('dialog', { name: 'QR Code Display' });
    await shown.waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });

    const split = page.getByRole('button', { name: 'Split' });
    await keys.activate(split);
    const dialog = page.getByRole('dialog', { name: 'Split QR Commission' });
    await keys.landsOn(dialog.getByLabel('Name'));
    await keys.write(dialog.getByLabel('Name'), 'Flyers');
    const percent = dialog.getByRole('slider');
    await keys.tabTo(percent);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => percent.getAttribute('aria-valuetext')).toBe('1.1%');
    await keys.activate(dialog.getByRole('button', { name: 'Create Split' }));
    await page.getByText('Flyers').first().waitFor();
    await keys.landsOn(split);

    // A row's menu is used by arrow keys, and a dialog opened from it returns the focus to the row.
    const more = page.getByRole('button', { name: 'More for Bread' });
    await keys.activate(more);
    await keys.landsOn(page.getByRole('menuitem', { name: 'Show QR Code' }));
    await page.keyboard.press('Enter');
    const display = page.getByRole('dialog', { name: 'QR Code Display' });
    await keys.tabTo(display.getByRole('tab', { name: 'Customer Link' }));
    await page.keyboard.press('ArrowRight');
    await keys.landsOn(display.getByRole('tab', { name: 'Distributor Link' }));
    await page.keyboard.press('Enter');
    await display.getByAltText('QR code of the distributor link').waitFor();
    await page.keyboard.press('Escape');
    await display.waitFor({ state: 'detached' });
    await keys.landsOn(more);
  });

  it('a distributor opens a claim link, registers, claims, splits and reads the ledger', async ({ onTestFailed }) => {
    onTestFailed(photographs('distributor'));
    const { page, keys } = await open(`/scan/distributor/${running.business.offer.distributor}`, PHONE);
    await keys.activate(page.getByRole('link', { name: 'Sign up to Claim' }));
    await register(keys, 'Distributor');

    const claim = page.getByRole('main').getByRole('button', { name: 'Claim QR Code' }).first();
    await keys.activate(claim);
    const dialog = page.getByRole('dialog', { name: 'Claim QR Code' });
    await dialog.waitFor();
    await expect.poll(() => keys.focused()).toMatch(/button/);
    await page.keyboard.press('Escape');
    await keys.landsOn(claim);
    await page.keyboard.press('Enter');
    await keys.activate(dialog.getByRole('button', { name: 'Claim QR Code' }));
    await keys.landsOn(page.getByRole('heading', { name: 'This QR code is yours' }));
    await keys.activate(page.getByRole('link', { name: 'Open My QR Codes' }));

    const split = page.getByRole('button', { name: 'Split' });
    await keys.activate(split);
    const splitting = page.getByRole('dialog', { name: 'Split QR Commission' });
    await keys.landsOn(splitting.getByLabel('Name'));
    await keys.write(splitting.getByLabel('Name'), 'Street team');
    await page.keyboard.press('Enter');
    await page.getByText('QR Split Created', { exact: true }).first().waitFor();
    await keys.landsOn(split);

    // On a phone the menu is a drawer. It takes the focus, and so does the page that is opened from it.
    const openMenu = page.getByRole('button', { name: 'Open menu' });
    await keys.tabTo(openMenu, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Main menu' });
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await keys.landsOn(openMenu);
    await page.keyboard.press('Enter');
    await keys.activate(drawer.getByRole('link', { name: 'Payouts' }));
    await keys.landsOn(page.getByRole('heading', { name: 'Payouts & Commission' }));
    await page.getByText('No commission entries yet').waitFor();
  });

  it('a customer scans a link, shows the code, redeems, and looks at what was redeemed', async ({ onTestFailed }) => {
    onTestFailed(photographs('customer'));
    const { page, keys } = await open('/', PHONE);
    await keys.activate(page.getByRole('link', { name: 'Customer Login' }));
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await keys.activate(page.getByRole('link', { name: 'Create one' }));
    await register(keys, 'Customer');

    const start = page.getByRole('button', { name: 'Start Scanning' });
    await keys.activate(start);
    const camera = page.getByRole('dialog', { name: 'Scan QR Code' });
    await camera.waitFor();
    await page.keyboard.press('Escape');
    await keys.landsOn(start);
    await page.keyboard.press('Enter');
    await keys.write(
      camera.getByLabel('Link or code'),
      `${running.product.url}/scan/customer/${running.business.offer.customer}`,
    );
    await page.keyboard.press('Enter');
    await keys.landsOn(page.getByRole('heading', { name: 'QR Detected!' }));

    const show = page.getByRole('button', { name: 'Show to staff' });
    await keys.activate(show);
    const code = page.getByRole('dialog');
    await code.getByRole('img').waitFor();
    await page.keyboard.press('Escape');
    await keys.landsOn(show);
    await keys.activate(page.getByRole('button', { name: 'Redeem Benefit' }));
    const scans = page.getByRole('tab', { name: 'Scans' });
    await page.getByText('Redeemed', { exact: true }).first().waitFor();
    await keys.landsOn(page.getByRole('heading', { name: 'My Scans' }));
    await keys.tabTo(scans);
    await page.keyboard.press('ArrowRight');
    await keys.landsOn(page.getByRole('tab', { name: 'Scanner' }));
  });

  it('a customer redeems on the page of a printed link', async ({ onTestFailed }) => {
    onTestFailed(photographs('link'));
    const { page, keys } = await open(`/scan/customer/${running.business.offer.customer}`, PHONE);
    await keys.activate(page.getByRole('link', { name: 'Sign in to redeem' }));
    await register(keys, 'Guest');
    const redeem = page.getByRole('main').getByRole('button', { name: 'Redeem Benefit' }).first();
    await keys.activate(redeem);
    const dialog = page.getByRole('dialog', { name: 'Confirm Redemption' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await keys.landsOn(redeem);
    await page.keyboard.press('Enter');
    await keys.activate(dialog.getByRole('button', { name: 'Redeem Benefit' }));
    await keys.landsOn(page.getByRole('heading', { name: 'Benefit redeemed' }));

    // F8 moves the focus to the toast, which is then closed.
    await page.keyboard.press('F8');
    await keys.activate(page.getByRole('button', { name: 'Close' }));
    await page.getByText('Benefit Redeemed!').waitFor({ state: 'detached' });
  });

  it('staff join by invitation, type a code at the counter and confirm it', async ({ onTestFailed }) => {
    onTestFailed(photographs('staff'));
    const customer = await Person.register(running.product.url, 'Waiting', 'customer');
    const { redemptionCode } = await customer.post<{ redemptionCode: string }>('/api/scan', {
      token: running.business.offer.customer,
    });

    const { page, keys } = await open(`/staff-invitations/${running.business.invitation}`, PHONE);
    await keys.activate(page.getByRole('link', { name: 'Create account' }));
    await register(keys, 'Counter');
    await keys.activate(page.getByRole('button', { name: 'Accept invitation' }));
    await page.waitForURL('**/staff-validation');

    const field = page.getByLabel('Redemption Code');
    await keys.write(field, redemptionCode);
    await page.keyboard.press('Enter');
    await keys.landsOn(page.getByLabel('Sale amount', { exact: false }));
    await page.keyboard.type('33,33');
    await page.keyboard.press('Enter');
    await keys.landsOn(page.getByRole('button', { name: 'Validate Another' }));
    await page.keyboard.press('Enter');
    await keys.landsOn(field);
  });

  it('a superadmin signs in, goes through the menu, and signs out', async ({ onTestFailed }) => {
    onTestFailed(photographs('superadmin'));
    const { email, password } = demoAccount('superadmin');
    const { page, keys } = await open('/login');
    await keys.write(page.getByLabel('E-mail'), email);
    await keys.write(page.getByLabel('Password'), password);
    await page.keyboard.press('Enter');
    // Without a choice, the session begins in the strongest role.
    await page.getByText('Total Scans').waitFor();
    const profile = page.getByRole('button', { name: 'Open profile menu' });
    await keys.activate(profile);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await keys.landsOn(profile);
    await page.keyboard.press('Enter');
    await keys.pick(page.getByRole('menuitem', { name: 'Account' }));
    await keys.landsOn(page.getByRole('heading', { name: 'Account', level: 1 }));
    // The three tabs are one tab stop; arrow keys move between them.
    await keys.tabTo(page.getByRole('button', { name: /^(Light|Dark|System)$/ }));
    while ((await keys.focused()) !== 'button "Dark"') await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await keys.activate(profile);
    await page.keyboard.press('End');
    await keys.landsOn(page.getByRole('menuitem', { name: 'Log out' }));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Business Login' }).waitFor();
  });
});

describe('the focus', () => {
  it('skips the menu at the first stop of a page', async () => {
    const { page, keys } = await openAs(demoAccount('owner'), '/');
    await page.keyboard.press('Tab');
    await keys.landsOn(page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  it('goes to the heading of each screen that is chosen in the menu, and the window is named after it', async () => {
    const { page, keys } = await openAs(demoAccount('owner'), '/account');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    for (const name of ['Dashboard', 'QR Management', 'Sites', 'Payouts', 'Staff Validation', 'Subscription']) {
      const before = await page.title();
      await keys.activate(menu.getByRole('link', { name }));
      await page.waitForFunction((title) => document.title !== title, before);
      const heading = page.getByRole('heading', { level: 1 });
      await keys.landsOn(heading);
      await expect.poll(() => page.title()).toBe(`${await heading.textContent()} · PerkTree`);
      // They load last, and are a tab stop.
      if (name === 'Dashboard')
        await page.locator('.MuiChartsSurface-root, .MuiChartsLayerContainer-root').first().waitFor();
    }
  });

  it('is not lost where what had it is gone', async () => {
    const { page, keys } = await openAs(demoAccount('owner'), '/sites');
    await keys.activate(page.getByRole('button', { name: 'Staff of Corner Café' }));
    const staff = page.getByRole('dialog', { name: 'Staff', exact: true });
    await keys.activate(staff.getByRole('button', { name: 'Remove Staff Demo' }));
    await keys.activate(
      page.getByRole('dialog', { name: 'Remove from staff?' }).getByRole('button', { name: 'Remove' }),
    );
    await staff.getByText('Staff Demo').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.MuiDialog-root') !== null))
      .toBe(true);
  });

  it('is where it was when a dialog that came with the page closes', async () => {
    const { page, keys } = await openAs(await Person.register(running.product.url, 'New', 'business'), '/');
    await keys.activate(page.getByRole('link', { name: 'Create New Site' }));
    const dialog = page.getByRole('dialog', { name: 'Create Site' });
    await keys.landsOn(dialog.getByLabel('Site name'));
    await page.keyboard.press('Escape');
    await keys.landsOn(page.getByRole('heading', { name: 'Sites', level: 1 }));
  });
});

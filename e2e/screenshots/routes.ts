import type { APIRequestContext, Page } from 'playwright-core';

export interface Route {
  /** Part of the picture's file name. */
  readonly name: string;
  readonly path: (request: APIRequestContext) => Promise<string>;
  /** Brings the page into the state to look at. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const at = (path: string, prepare?: Route['prepare']): Route => ({
  name: path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'),
  path: async () => path,
  ...(prepare ? { prepare } : {}),
});

const chooseSite = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Select Site' }).click();
  await page.getByRole('option').nth(1).click();
  await page.getByText('Remaining Commission').first().waitFor();
};

/** Opens a dialog of a page by the name of the button that leads to it. */
const open = (path: string, name: string, button: string, before?: (page: Page) => Promise<void>): Route => ({
  name,
  path: async () => path,
  prepare: async (page) => {
    await before?.(page);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  },
});

/** By person of the demo business; `nobody` is signed out. */
export const ROUTES: Readonly<Record<string, readonly Route[]>> = {
  nobody: [at('/'), at('/login'), at('/register'), at('/mobile-scanner'), at('/scan/customer/unknown'), at('/nowhere')],
  owner: [
    at('/'),
    at('/qr-management', chooseSite),
    open('/qr-management', 'split', 'Split', chooseSite),
    open('/qr-management', 'sibling', 'Sibling', chooseSite),
    open('/qr-management', 'edit', 'Edit', chooseSite),
    at('/sites'),
    open('/sites', 'create-site', 'Create Site'),
    open('/sites', 'configure', 'Configure'),
    at('/payouts'),
    at('/staff-validation'),
    at('/subscription'),
    at('/account'),
  ],
  staff: [at('/'), at('/staff-validation')],
  distributor: [at('/'), at('/qr-management'), at('/payouts'), at('/mobile-scanner')],
  customer: [at('/mobile-scanner'), at('/my-scans'), at('/earnings')],
  superadmin: [at('/')],
};

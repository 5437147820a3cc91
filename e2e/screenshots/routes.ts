import type { APIRequestContext, Page } from 'playwright-core';

export interface Route {
  /** Part of the picture's file name. */
  readonly name: string;
  readonly path: (request: APIRequestContext) => Promise<string>;
  /** Brings the page into the state to look at. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Pictures of it while it loads and after its reads have failed, too. */
  readonly hasStates?: boolean;
}

const at = (path: string, prepare?: Route['prepare']): Route => ({
  name: path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'),
  path: async () => path,
  ...(prepare ? { prepare } : {}),
});

/** A route with data of its own. */
const read = (path: string, prepare?: Route['prepare']): Route => ({ ...at(path, prepare), hasStates: true });

const chooseSite = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Select Site' }).click();
  await page.getByRole('option').nth(1).click();
  await page.getByText('Remaining Commission').first().waitFor();
};

/** Opens a dialog of a page by the name of the button that leads to it. */
const open = (path: string, name: string, button: string | RegExp, before?: (page: Page) => Promise<void>): Route => ({
  name,
  path: async () => path,
  prepare: async (page) => {
    await before?.(page);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  },
});

const firstSite = async (request: APIRequestContext) => {
  const [site] = (await (await request.get('/api/me/sites')).json()) as { id: string }[];
  return site?.id ?? 'none';
};
const ofSite = (name: string, path: (siteId: string) => string): Route => ({
  name,
  path: async (request) => path(await firstSite(request)),
  hasStates: true,
});

/** A picture of the display dialog of a QR. */
const showQr: Route = {
  name: 'qr-display',
  path: async () => '/qr-management',
  prepare: async (page) => {
    await chooseSite(page);
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Show QR Code' }).click();
    await page.getByRole('img', { name: /customer link/ }).waitFor();
  },
};

const notifications: Route = open('/account', 'notifications', /^Notification history/);

/** By person of the demo business; `nobody` is signed out, `newcomer` owns a business without a site. */
export const ROUTES: Readonly<Record<string, readonly Route[]>> = {
  nobody: [
    at('/'),
    at('/login'),
    at('/register'),
    at('/mobile-scanner'),
    at('/scan/customer/unknown'),
    { name: 'link-customer', path: async () => ':customerLink' },
    { name: 'link-distributor', path: async () => ':distributorLink' },
    at('/nowhere'),
  ],
  owner: [
    read('/'),
    read('/qr-management', chooseSite),
    open('/qr-management', 'split', 'Split', chooseSite),
    open('/qr-management', 'sibling', 'Sibling', chooseSite),
    open('/qr-management', 'edit', 'Edit', chooseSite),
    showQr,
    ofSite('print', (siteId) => `/qr-management/print?site=${siteId}`),
    ofSite('bulk', (siteId) => `/qr-management/bulk?site=${siteId}`),
    read('/sites'),
    open('/sites', 'create-site', 'Create Site'),
    open('/sites', 'configure', 'Configure'),
    open('/sites', 'staff-of-site', /^Staff of/),
    open('/sites', 'site-stats', /^Stat/),
    ofSite('redemptions', (siteId) => `/sites/${siteId}/redemptions`),
    ofSite('flags', (siteId) => `/sites/${siteId}/flags`),
    read('/payouts'),
    open('/payouts', 'generate-payout', 'Generate Payout'),
    open('/payouts', 'explain', /^Explain/),
    read('/staff-validation'),
    read('/subscription'),
    at('/account'),
    notifications,
    open('/account', 'delete-account', /^Delete/),
  ],
  newcomer: [
    at('/'),
    at('/qr-management'),
    at('/sites'),
    at('/payouts'),
    at('/staff-validation'),
    at('/subscription'),
    at('/account'),
  ],
  staff: [at('/'), at('/staff-validation')],
  distributor: [
    at('/'),
    read('/qr-management'),
    at('/qr-management/print'),
    read('/payouts'),
    at('/mobile-scanner'),
    { name: 'link-distributor', path: async () => ':distributorLink' },
  ],
  customer: [
    at('/mobile-scanner'),
    {
      name: 'scans-tab',
      path: async () => '/mobile-scanner',
      prepare: (page) => page.getByRole('tab', { name: 'Scans' }).click(),
    },
    open('/my-scans', 'show-code', /^Show to staff/),
    read('/my-scans'),
    at('/earnings'),
    { name: 'link-customer', path: async () => ':customerLink' },
  ],
  superadmin: [at('/')],
};

import type { APIRequestContext, Page } from 'playwright-core';
import { demoAccount } from '../support/demo.ts';

/** A screen of the demo business that docs/images shows. */
export interface DocumentPicture {
  readonly name: string;
  /** Default: both. */
  readonly widths?: readonly PictureWidth[];
  /** Null: signed out. */
  readonly who: 'owner' | 'distributor' | 'staff' | 'customer' | null;
  /** @param calls of the person */
  readonly pathOf: (calls: APIRequestContext) => string | Promise<string>;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export type PictureWidth = 'desktop' | 'phone';

const atCafe = (rest: (siteId: string) => string) => async (calls: APIRequestContext) => {
  const sites: readonly { readonly id: string; readonly name: string }[] = await (
    await calls.get('/api/me/sites')
  ).json();
  const cafe = sites.find(({ name }) => name === 'Corner Café');
  if (!cafe) throw new Error('the demo has no café');
  return rest(cafe.id);
};

async function treeOfSummer(calls: APIRequestContext): Promise<string> {
  const siteId = await atCafe((id) => id)(calls);
  const qrs: readonly { readonly id: string; readonly name: string }[] = await (
    await calls.get(`/api/sites/${siteId}/qrs?q=Summer`)
  ).json();
  return `/qr-management/tree?site=${siteId}&qr=${qrs[0]?.id}`;
}

/** The code of an open scan of the demo's customer, which the staff type. */
async function typeCode(page: Page): Promise<void> {
  const customer = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (customer === undefined) throw new Error('the browser has closed');
  await customer.request.post('/api/auth/login', { data: demoAccount('customer') });
  const scans: readonly { readonly redemptionCode: string | null; readonly siteName: string }[] = await (
    await customer.request.get('/api/me/scans?show=open')
  ).json();
  await customer.close();
  const code = scans.find(({ siteName }) => siteName === 'Corner Café')?.redemptionCode;
  if (!code) throw new Error('the customer of the demo has no open code of the café');
  await page.getByLabel('Redemption Code').fill(code);
}

async function enterAmount(page: Page): Promise<void> {
  await typeCode(page);
  await page.getByRole('button', { name: 'Validate', exact: true }).click();
  await page.getByLabel(/^Sale amount/).fill('12.50');
}

async function confirm(page: Page): Promise<void> {
  await enterAmount(page);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Redemption Confirmed!').waitFor();
  // Without the toast.
  await page.getByRole('button', { name: 'Close' }).click();
}

/** Of the redemption of the picture before. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change' }).first().click();
  await page.getByLabel('It was the wrong customer or offer').check();
}

const steps = { who: 'staff', pathOf: () => '/staff-validation', widths: ['phone'] } as const;

export const DOCUMENT_PICTURES: readonly DocumentPicture[] = [
  { name: 'landing', who: null, pathOf: () => '/' },
  { name: 'dashboard', who: 'owner', pathOf: () => '/' },
  { name: 'qr-codes', who: 'owner', pathOf: atCafe((siteId) => `/qr-management?site=${siteId}`) },
  { name: 'commission-tree', who: 'owner', pathOf: treeOfSummer },
  { name: 'payouts', who: 'owner', pathOf: () => '/payouts' },
  { name: 'flags', who: 'owner', pathOf: atCafe((siteId) => `/sites/${siteId}/flags`) },
  { name: 'audit', who: 'owner', pathOf: atCafe((siteId) => `/sites/${siteId}/audit`) },
  { name: 'earnings', who: 'distributor', pathOf: () => '/payouts' },
  { name: 'counter', who: 'staff', pathOf: () => '/staff-validation' },
  { name: 'counter-code', ...steps, prepare: typeCode },
  { name: 'counter-amount', ...steps, prepare: enterAmount },
  { name: 'counter-done', ...steps, prepare: confirm },
  { name: 'counter-undo', ...steps, prepare: undo },
  { name: 'my-scans', who: 'customer', pathOf: () => '/my-scans' },
];

export const widthsOf = ({ widths = ['desktop', 'phone'] }: DocumentPicture): readonly PictureWidth[] => widths;
export const fileOf = ({ name }: Pick<DocumentPicture, 'name'>, width: PictureWidth): string => `${name}-${width}.jpg`;

import type { APIRequestContext, Page } from 'playwright-core';

/** A screen of the demo business that docs/images shows, for desktop and phone. */
export interface DocumentPicture {
  readonly name: string;
  /** Null: signed out. */
  readonly who: 'owner' | 'distributor' | 'staff' | 'customer' | null;
  /** @param calls of the person */
  readonly pathOf: (calls: APIRequestContext) => string | Promise<string>;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

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
  { name: 'my-scans', who: 'customer', pathOf: () => '/my-scans' },
];

export const fileOf = ({ name }: Pick<DocumentPicture, 'name'>, width: string): string => `${name}-${width}.jpg`;

import type { Business } from '../support/furnish.ts';

/** A page's address with names in place of its ids, which differ in each run. */
export function routeOf(path: string, { siteId, redemptionId, offer, full, expired, invitation, checkout }: Business) {
  const meanings: Readonly<Record<string, string>> = {
    [siteId]: ':siteId',
    [redemptionId]: ':redemptionId',
    [offer.customer]: ':offer',
    [offer.distributor]: ':offer',
    [full.customer]: ':full',
    [full.distributor]: ':full',
    [expired.customer]: ':expired',
    [expired.distributor]: ':expired',
    [invitation]: ':invitation',
    [checkout]: ':checkout',
  };
  return Object.entries(meanings).reduce((route, [id, meaning]) => route.replace(id, meaning), path);
}

export interface Screen {
  readonly who: 'owner' | 'distributor' | 'staff' | 'customer' | 'superadmin';
  readonly path: string;
  /** Compared with the same screen of the small business. */
  readonly isOfBoth?: true;
}

/** Every screen with a list, a tree or a report, by the role that opens it. @param siteId of the large business */
export function screensOf(siteId: string): readonly Screen[] {
  return [
    { who: 'owner', path: '/', isOfBoth: true },
    { who: 'owner', path: '/sites', isOfBoth: true },
    { who: 'owner', path: `/qr-management?site=${siteId}`, isOfBoth: true },
    { who: 'owner', path: `/qr-management/print?site=${siteId}`, isOfBoth: true },
    { who: 'owner', path: '/payouts', isOfBoth: true },
    { who: 'owner', path: `/sites/${siteId}/redemptions`, isOfBoth: true },
    { who: 'owner', path: `/sites/${siteId}/flags`, isOfBoth: true },
    { who: 'owner', path: `/sites/${siteId}/audit`, isOfBoth: true },
    { who: 'owner', path: `/sites/${siteId}/history`, isOfBoth: true },
    { who: 'owner', path: '/subscription', isOfBoth: true },
    { who: 'owner', path: '/staff-validation', isOfBoth: true },
    { who: 'distributor', path: '/' },
    { who: 'distributor', path: '/qr-management' },
    { who: 'distributor', path: '/payouts' },
    { who: 'staff', path: '/staff-validation' },
    { who: 'customer', path: '/my-scans' },
    { who: 'customer', path: '/earnings' },
    { who: 'superadmin', path: '/audit' },
    { who: 'superadmin', path: '/support' },
  ];
}

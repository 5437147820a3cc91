import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { darkFindings } from '../testing/audit.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { testPlaces } from '../testing/places.ts';
import { inBoth, see, seeNot } from '../testing/see.ts';
import { openShop, ownSite, QR, SITE } from '../testing/shop.ts';

/** QR Management of both roles, word for word: the specification's section 2.4. */
const row = (n: number, name: string, percent: string, below: number, left = 0): TreeRow => ({
  ...{ ...QR, id: `00000000-0000-4000-8000-00000000001${n}`, name, commissionPercent: percent },
  ...{ parentQrId: n === 0 ? null : `00000000-0000-4000-8000-00000000001${n - 1}`, depth: n, level: n },
  ...{ availableCommission: left, childCount: below, path: null },
});
const TREE = [row(0, 'Summer', '10.00', 1, 6), row(1, 'Harbour', '4.00', 1, 2), row(2, 'Ferry', '2.00', 1, 1.5)];
const PIER = row(3, 'Pier', '0.50', 0);
const OWN = [
  { ...(TREE[0] as TreeRow), isClaimed: true, isMine: true },
  { ...(TREE[1] as TreeRow), childCount: 0 },
];

/** As the server sorts names: letters with marks beside those without, and numbers by their value. */
const SORTED = ['Ägide', 'Item 2', 'Item 10', 'Zoo'].map(
  (name, n): TreeRow => ({
    ...{ ...QR, name, id: `00000000-0000-4000-8000-00000000002${n}`, level: 0, childCount: 0, path: null },
    ...{ totalScans: n, totalRedemptions: n === 1 ? 1 : 0 },
  }),
);
const SITE_PATH = `/qr-management?site=${SITE.id}`;
const giveTree = () => {
  openShop([]);
  api.on(treeRowCalls.ofSite, ({ query }) => (query.toggled ? [...TREE, PIER] : TREE), { total: 3 });
};
const giveOwn = () => {
  api.on(treeRowCalls.ofDistributor, OWN, { total: 2 });
  api.on(calls.ownSiteConfig, ownSite({ canSplit: true }));
};

it('a sorted list is in the order of the server, each count with its plural', async () => {
  signIn('site_owner');
  openShop([]);
  api.on(treeRowCalls.ofSite, SORTED, { total: SORTED.length });
  await openScreen(`${SITE_PATH}&sort=name`, { viewport: PHONE });
  await inBoth(async (say) => {
    const more = say(['More for ', 'Más para ']);
    const names = () =>
      page
        .getByRole('button', { name: new RegExp(`^${more}`) })
        .elements()
        .map((button) => button.getAttribute('aria-label')?.replace(more, ''));
    await expect.poll(names).toEqual(SORTED.map(({ name }) => name));
    const text = document.body.innerText.replaceAll('\n', ' ');
    const [many, one, redemption] = [
      say(['scans', 'escaneos']),
      say(['scan', 'escaneo']),
      say(['redemption', 'canje']),
    ];
    const scans = [`0 ${many}`, `1 ${one}`, `2 ${many}`, `3 ${many}`];
    const shown = scans.map((words) => text.search(new RegExp(`\\b${words}\\b`)));
    expect(shown).not.toContain(-1);
    expect(shown).toEqual(shown.toSorted((x, y) => x - y));
    expect(text).toMatch(new RegExp(`\\b1 ${redemption}\\b`));
  });
  expect(api.sent(treeRowCalls.ofSite)[0]?.query.sort).toBe('name');
});

testPlaces([
  [
    '2.4 · Site owner view, until a site is chosen',
    {
      path: '/qr-management',
      role: 'site_owner',
      given: () => {
        openShop([]);
        // With a single site, that one is chosen.
        api.on(calls.listSites, [SITE, { ...SITE, id: QR.id, name: 'Market Hall' }], { total: 2 });
      },
      headings: ['QR Management', 'Select Site', 'Create New QR Code'],
      texts: ['No Site Selected', 'Choose a site from the dropdown above to start managing QR codes.'],
      not: { headings: ['QR Commission Tree'] },
    },
  ],
  [
    '2.4 · Site owner view of a site without QRs',
    {
      path: SITE_PATH,
      role: 'site_owner',
      given: () => openShop([]),
      headings: ['QR Commission Tree'],
      texts: [
        'No QR codes found for this site.',
        'No QR Codes Yet',
        'Create your first QR code to see the commission tree structure here.',
      ],
    },
  ],
  [
    '2.4 · More menu',
    {
      path: SITE_PATH,
      role: 'site_owner',
      given: giveTree,
      open: () => page.getByRole('button', { name: 'More for Harbour' }).click(),
      items: ['Show QR Code', 'Copy QR URL', 'Download QR', 'QR Stats'],
    },
  ],
  [
    '2.4 · Distributor view',
    {
      path: '/qr-management',
      role: 'distributor',
      given: giveOwn,
      headings: ['My QR Codes'],
      texts: ['Root QR', '% commission split'],
      buttons: ['Split'],
      not: {
        fields: ['Select Site'],
        headings: ['Create New QR Code', 'QR Commission Tree'],
      },
    },
  ],
  [
    '2.4 · Distributor view without QRs',
    {
      path: '/qr-management',
      role: 'distributor',
      texts: ['No QR codes claimed yet. Start claiming QRs to see them here.'],
    },
  ],
]);

/** The lines of each row, in order. Percent times 10 for a child, times 5 for a grandchild, as observed. */
const ROWS = [
  'Summer 20% Discount 10.00% commission Root QR Not claimed 0 scans · 0 redemptions Expires Jan 2, 2099, 3:04 AM · used 0 of 3 Remaining Commission Available for new splits 6.00% Show QR Share Split Sibling Edit Commission tree',
  'Harbour 20% Discount 4.00% % commission split €40.00 Not claimed 0 scans · 0 redemptions Expires Jan 2, 2099, 3:04 AM · used 0 of 3 Show QR Share Split Sibling Edit Commission tree',
  'Ferry 20% Discount 2.00% % of parent €10.00 Not claimed 0 scans · 0 redemptions Expires Jan 2, 2099, 3:04 AM · used 0 of 3 Show QR Share Split Sibling Edit Commission tree Show 1 more below',
];

it('2.4 · each row shows name, benefit, commission, counts and buttons; 9 · three levels, and what lies deeper by expanding', async () => {
  signIn('site_owner');
  giveTree();
  await openScreen(SITE_PATH, { viewport: PHONE });
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .map((one) => (one as HTMLElement).innerText.replace(/\s+/g, ' ').trim());
  await expect.poll(rows).toEqual(ROWS);
  expect(await darkFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Show 1 more below' }).click();
  await see({ texts: ['Pier'], buttons: ['Show less'] });
  seeNot({ buttons: ['Show 1 more below'] });
});

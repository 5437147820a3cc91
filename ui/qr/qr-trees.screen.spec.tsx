import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { darkFindings, overflow } from '../testing/audit.ts';
import { dialog, press } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { testPlaces } from '../testing/places.ts';
import { inBoth, see, seeNot } from '../testing/see.ts';
import { codeOf, openShop, ownSite, QR, SITE } from '../testing/shop.ts';
import { shownToast } from '../testing/toasts.ts';

/** QR Management of both roles, word for word: the specification's section 2.4. */
const ids = (n: number) => `00000000-0000-4000-8000-00000000001${n}`;
const row = (n: number, name: string, percent: string, below: number, left = 0): TreeRow => ({
  ...{ ...QR, id: ids(n), name, commissionPercent: percent, availableCommission: left },
  ...{ parentQrId: n === 0 ? null : ids(n - 1), depth: n, level: n, childCount: below, path: null },
});
const SUMMER = row(0, 'Summer', '10.00', 1, 6);
const HARBOUR = row(1, 'Harbour', '4.00', 1, 2);
const TREE = [SUMMER, HARBOUR, row(2, 'Ferry', '2.00', 1, 1.5)];
const SITE_PATH = `/qr-management?site=${SITE.id}`;
const SITES = [SITE, { ...SITE, id: '00000000-0000-4000-8000-000000000009', name: 'Pier' }];
const giveSites = () => {
  openShop([]);
  api.on(calls.listSites, ({ query }) => SITES.filter(({ id }) => (query.ids ?? id) === id), { total: 2 });
};

testPlaces([
  [
    '2.4 · Site owner view, until a site is chosen',
    {
      ...{ path: '/qr-management', role: 'site_owner', given: giveSites },
      headings: ['QR Management', 'Select Site', 'Create New QR Code'],
      texts: ['No Site Selected', 'Choose a site from the dropdown above to start managing QR codes.'],
      not: { headings: ['QR Commission Tree'] },
    },
  ],
  [
    '2.4 · Site owner view of a site without QRs',
    {
      ...{ path: SITE_PATH, role: 'site_owner', given: () => openShop([]) },
      headings: ['QR Commission Tree'],
      texts: [
        ...['No QR codes found for this site.', 'No QR Codes Yet'],
        'Create your first QR code to see the commission tree structure here.',
      ],
    },
  ],
  [
    '2.4 · Distributor view',
    {
      ...{ path: '/qr-management', role: 'distributor' },
      given: () => {
        const own = [
          { ...SUMMER, isClaimed: true, isMine: true },
          { ...HARBOUR, childCount: 0 },
        ];
        api.on(treeRowCalls.ofDistributor, own, { total: 2 });
        api.on(calls.ownSiteConfig, ownSite({ canSplit: true }));
      },
      ...{ headings: ['My QR Codes'], texts: ['Root QR', '% commission split'], buttons: ['Split'] },
      not: { fields: ['Select Site'], headings: ['Create New QR Code', 'QR Commission Tree'] },
    },
  ],
  [
    '2.4 · Distributor view without QRs',
    {
      ...{ path: '/qr-management', role: 'distributor' },
      texts: ['No QR codes claimed yet. Start claiming QRs to see them here.'],
    },
  ],
]);

/** The lines of each row, in order. Percent times 10 for a child, times 5 for a grandchild, as observed. */
const COUNTS = '0 scans · 0 redemptions Expires Jan 2, 2099, 3:04 AM · used 0 of 3';
const BUTTONS = 'Show QR Share Split Sibling Edit Commission tree';
const ROWS = [
  `Summer 20% Discount 10.00% commission Root QR Not claimed ${COUNTS} Remaining Commission Available for new splits 6.00% ${BUTTONS}`,
  `Harbour 20% Discount 4.00% % commission split €40.00 Not claimed ${COUNTS} ${BUTTONS}`,
  `Ferry 20% Discount 2.00% % of parent €10.00 Not claimed ${COUNTS} ${BUTTONS} Show 1 more below`,
];

it('2.4 · each row shows name, benefit, commission, counts, buttons and its menu; 9 · three levels, and what lies deeper by expanding', async () => {
  signIn('site_owner');
  openShop([]);
  const pier = row(3, 'Pier', '0.50', 0);
  api.on(treeRowCalls.ofSite, ({ query }) => (query.toggled ? [...TREE, pier] : TREE), { total: 3 });
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
  await press('More for Harbour', page);
  await see({ items: ['Show QR Code', 'Copy QR URL', 'Download QR', 'QR Stats'] });
});

it('a sorted list is in the order of the server, each count with its plural', async () => {
  // As the server sorts names: letters with marks beside those without, and numbers by their value.
  const names = ['Ägide', 'Item 2', 'Item 10', 'Zoo'];
  const sorted = names.map((name, n) => ({
    ...{ ...row(0, name, '10.00', 0), id: ids(n), totalScans: n, totalRedemptions: n === 1 ? 1 : 0 },
  }));
  signIn('site_owner');
  openShop([]);
  api.on(treeRowCalls.ofSite, sorted, { total: sorted.length });
  await openScreen(`${SITE_PATH}&sort=name`, { viewport: PHONE });
  await inBoth(async (say) => {
    const scans = say(['scans', 'escaneos']);
    const counts = [`0 ${scans}`, say(['1 scan', '1 escaneo']), `2 ${scans}`, `3 ${scans}`];
    const redemptions = say(['1 redemption', '1 canje']);
    const shown = new RegExp(names.map((name, n) => `${name}.*\\b${counts[n]}\\b`).join('.*'));
    const text = () => document.body.innerText.replaceAll('\n', ' ');
    await expect.poll(text).toMatch(shown);
    expect(text()).toMatch(new RegExp(`\\b${redemptions}\\b`));
  });
  expect(api.sent(treeRowCalls.ofSite)[0]?.query.sort).toBe('name');
});

it('the site that was chosen stays chosen on the next visit', async () => {
  signIn('site_owner');
  giveSites();
  await openScreen('/qr-management');
  const picker = page.getByRole('combobox', { name: 'Select Site' });
  await expect.element(picker).toHaveAttribute('placeholder', 'Choose a site to manage QRs');
  await picker.click();
  await page.getByRole('option', { name: 'Pier' }).click();
  await expect.poll(() => location.search).toBe(`?site=${SITES[1]?.id}`);
  await openScreen('/qr-management', { viewport: PHONE });
  await expect.element(picker).toHaveValue('Pier');
});

it('Share in the row sends the link by an application of the device, or copies it', async () => {
  signIn('site_owner');
  openShop([QR]);
  api.on(calls.qrCode, codeOf(QR.name));
  const shared = vi.fn(async () => {});
  Object.defineProperty(navigator, 'share', { configurable: true, value: shared });
  const noShare = () => void Reflect.deleteProperty(navigator, 'share');
  onTestFinished(noShare);
  await openScreen(SITE_PATH, { viewport: PHONE });
  await press('Share', page);
  await expect.poll(() => shared.mock.calls).toEqual([[{ title: QR.name, url: codeOf(QR.name).qrUrl }]]);
  expect(shownToast()).toBeNull();
  const copy = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  noShare();
  await press('Share', page);
  await expect.poll(() => shownToast()?.title).toBe('URL Copied');
  expect(copy).toHaveBeenCalledOnce();
});

it('when a QR ends or renews and what is used of it is in Show QR, and in the rows of distributors', async () => {
  const used = { ...QR, maxRedemptions: 50, periodRedemptions: 3, expiresAtUtc: '2026-07-05T10:00:00.000Z' };
  api.answerReads('empty');
  signIn('site_owner');
  openShop([used]);
  api.on(calls.qrCode, codeOf('Winter'));
  await openScreen(SITE_PATH);
  await press('Show QR', page);
  await expect.element(dialog().getByText('used 3 of 50')).toHaveTextContent(/^Expires .*2026/);
  signIn('distributor');
  const own = { ...used, renewalPolicy: 'auto_reissue_on_expire', isClaimed: true, isMine: true } as const;
  api.on(treeRowCalls.ofDistributor, [{ ...own, level: 0, childCount: 0, path: null }], { total: 1 });
  for (const screen of ['/qr-management', '/mobile-scanner']) {
    await openScreen(screen, { viewport: PHONE });
    if (screen === '/mobile-scanner') await page.getByRole('tab', { name: 'QR Codes' }).click();
    await expect.element(page.getByText('used 3 of 50')).toHaveTextContent(/^Renews .*2026/);
    expect(overflow()).toEqual([]);
  }
});

import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, darkFindings, overflow } from '../../testing/audit.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { type Seen, see, seeNot } from '../../testing/see.ts';
import { OFFER, ownSite, QR, scanOf } from '../../testing/shop.ts';

/** The public scan page with its three tabs, and what a scan leads to, word for word: the specification's sections 2.5 and 5. */
type Kind = 'customer' | 'distributor';
interface State {
  readonly viewer: Role | null;
  /** Of a scan, which the address asks for. */
  readonly scanned?: Kind;
  /** Of the scanned offer. */
  readonly offer?: Partial<typeof OFFER>;
  readonly tab?: string;
  readonly press?: string;
  readonly seen: Seen;
  readonly not?: Seen;
}
const OWN: TreeRow = { ...QR, isClaimed: true, isMine: true, level: 0, childCount: 0, path: null };
const BELOW = {
  ...{ ...OWN, id: 'c2b7cb4c-0a0e-4b63-8d52-6a1f0a5f1b02', name: 'Below', parentQrId: OWN.id, level: 1 },
  ...{ isMine: false, totalScans: 1 },
};
const PROFILE = 'Open profile menu';
const VALID = /^Valid until Jan 2, 2099, 3:04 AM$/;

const STATES: readonly (readonly [name: string, State])[] = [
  [
    'Scanner tab, signed out',
    {
      viewer: null,
      seen: {
        ...{ links: ['Back'], headings: ['QR Scanner', 'Scan QR Code'], buttons: ['Start Scanning'] },
        ...{ texts: ['Discover rewards and exclusive offers'], tabs: ['Scans', 'Scanner', 'QR Codes'] },
      },
      not: { buttons: [PROFILE] },
    },
  ],
  [
    'user menu of a customer',
    {
      ...{ viewer: 'customer', press: PROFILE },
      seen: { texts: ['Cleo Customer', 'cleo@example.test', 'Customer'], items: ['Log out'] },
      // 6 · The Dashboard menu item on the scan page is hidden for customers.
      not: { items: ['Dashboard'], links: ['Back'] },
    },
  ],
  [
    'user menu of a site owner',
    {
      ...{ viewer: 'site_owner', press: PROFILE },
      seen: { texts: ['Olivia Owner', 'olivia@example.test', 'Site Owner'], items: ['Log out', 'Dashboard'] },
    },
  ],
  [
    'QR Detected!, customer intent, signed out',
    {
      ...{ viewer: null, scanned: 'customer' },
      seen: {
        ...{ headings: ['QR Detected!'], texts: ['Customer Benefit Available', 'Corner Café', '20% OFF'] },
        ...{ parts: [VALID], buttons: ['Login to Redeem', 'Scan Another QR'] },
      },
    },
  ],
  [
    'QR Detected!, distributor intent, signed out',
    {
      ...{ viewer: null, scanned: 'distributor' },
      seen: {
        ...{ headings: ['QR Detected!'], parts: [VALID], buttons: ['Login to Claim', 'Scan Another QR'] },
        texts: ['Distributor QR Code', 'Corner Café', 'Commission Opportunity', '10.00% per redemption'],
      },
    },
  ],
  [
    'claim confirmation dialog, in Spanish on pages of every language',
    {
      ...{ viewer: 'distributor', scanned: 'distributor', press: 'Claim QR Code' },
      seen: {
        ...{ dialog: 'Confirmar Reclamación de QR', buttons: ['Cancelar', 'Sí, Reclamar QR'] },
        parts: [/su propiedad queda asignada a tu cuenta/, /ventas futuras se repartirán según la estructura/],
      },
    },
  ],
  [
    'a claim by an owner, which cannot succeed and is not offered',
    {
      ...{ viewer: 'site_owner', scanned: 'distributor', offer: { claimObstacle: 'own_site' } },
      seen: { texts: ["Owners and staff can't claim QR codes of their own site."], buttons: ['Scan Another QR'] },
      not: { buttons: ['Claim QR Code', 'Login to Claim'] },
    },
  ],
  [
    'a claim of a claimed QR, which cannot succeed and is not offered',
    {
      ...{ viewer: null, scanned: 'distributor', offer: { isClaimed: true, claimObstacle: 'claimed' } },
      seen: { texts: ['This QR code has already been claimed'], buttons: ['Scan Another QR'] },
      not: { buttons: ['Claim QR Code', 'Login to Claim'] },
    },
  ],
  [
    'QR Codes tab, empty',
    {
      ...{ viewer: 'customer', tab: 'QR Codes' },
      seen: { headings: ['My QR Codes'], texts: ['Claimed QRs (0)', 'No QR codes claimed yet'] },
    },
  ],
  [
    'QR Codes tab, with QRs below the claimed ones',
    {
      ...{ viewer: 'distributor', tab: 'QR Codes' },
      seen: {
        ...{ headings: ['Winter', 'Below', 'Claimed QRs (1)'], buttons: ['Split Winter'] },
        texts: [
          ...['20% OFF', '10.00% commission', '0 total scans', '1 total scan'],
          'The list also shows the QR codes below them.',
        ],
      },
      not: { buttons: ['Create a sibling of Winter'] },
    },
  ],
  [
    'menu of a QR',
    {
      ...{ viewer: 'distributor', tab: 'QR Codes', press: 'More actions for Winter' },
      seen: { items: ['View Stats', 'Edit', 'Copy URL', 'Download'] },
    },
  ],
];

const tab = (name: string) => page.getByRole('tab', { name, exact: true });
function give(viewer: Role | null, offer: Partial<typeof OFFER> = {}): void {
  api.answerReads('empty');
  signIn(viewer);
  api.on(calls.customerScanInfo, { success: true, message: '', qr: { ...OFFER, commissionPercent: null, ...offer } });
  api.on(calls.distributorScanInfo, { success: true, message: '', qr: { ...OFFER, ...offer } });
}
const open = (token?: string) =>
  openScreen(`/mobile-scanner${token ? `?token=${encodeURIComponent(token)}` : ''}`, { viewport: PHONE });

it.each(STATES)('2.5 · %s', async (_, { viewer, scanned, offer, tab: chosen, press, seen, not = {} }) => {
  give(viewer, offer);
  if (scanned) api.on(calls.scan, scanOf(scanned, 'some-token'));
  if (viewer === 'distributor') {
    api.on(treeRowCalls.ofDistributor, [OWN, BELOW], { total: 1 });
    api.on(calls.ownSiteConfig, ownSite({ canSplit: true }));
  }
  await open(scanned && 'some-token');
  await expect.element(tab('Scanner')).toHaveAttribute('aria-selected', 'true');
  if (chosen) await tab(chosen).click();
  if (press) await page.getByRole('button', { name: press, exact: true }).click();
  await see(seen);
  seeNot(not);
  // The others look as in ui/admin/all-screens.screen.spec.tsx.
  if (scanned) expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
  expect(overflow()).toEqual([]);
  const dialog = document.querySelector('[role=dialog]');
  if (scanned && dialog) expect(dialog.closest('[lang]')?.getAttribute('lang')).toBe('es');
});

it('Scans tab: benefit label, site, badge and expiry of each scan', async () => {
  const [past, future] = ['2020-01-02T03:04:05.000Z', '2099-01-02T03:04:05.000Z'];
  const scan = (n: number, fields: Partial<MyScanAnswer> = {}): MyScanAnswer => ({
    ...{ scanId: `00000000-0000-4000-8000-00000000000${n}`, name: 'Bread', siteName: `Shop ${n}`, currency: 'EUR' },
    ...{ type: 'DISCOUNT_PERCENT', discountPercent: n, discountFixedAmount: null, textReward: null },
    ...{
      isRedeemed: false,
      scanDate: past,
      redeemedAt: null,
      undoneAt: null,
      expiresAtUtc: future,
      awaitsConfirmation: false,
    },
    ...{ redemptionCode: null, redemptionToken: null, ...fields },
  });
  const scans = [
    scan(1, { isRedeemed: true, redeemedAt: past, expiresAtUtc: past }),
    scan(2, { expiresAtUtc: past }),
    scan(3),
    scan(4, { siteName: '', type: 'TEXT_REWARD', discountPercent: null, textReward: 'A coffee' }),
    scan(5, { type: 'DISCOUNT_FIXED', discountPercent: null, discountFixedAmount: 5 }),
    scan(6, { type: null, discountPercent: null }),
    scan(7, { isRedeemed: true, redeemedAt: past, undoneAt: past }),
  ];
  give('customer');
  api.on(calls.myScans, scans, { total: scans.length });
  await open();
  await tab('Scans').click();
  await see({ headings: ['My Scans'], texts: ['Your redeemed QR codes'] });
  const lines = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((item) =>
        (item as HTMLElement).innerText
          .trim()
          .replace(/[\u00a0\u202f]/g, ' ')
          .replace(/\s*\n\s*/g, ' | '),
      );
  const open2099 = 'Available | Expires Jan 2, 2099, 3:04 AM';
  await expect
    .poll(lines)
    .toEqual([
      '1% OFF | Shop 1 | Redeemed',
      '2% OFF | Shop 2 | Expired | Expired on Jan 2, 2020, 3:04 AM',
      `3% OFF | Shop 3 | ${open2099}`,
      `A coffee | Business | ${open2099}`,
      `$5 OFF | Shop 5 | ${open2099}`,
      `Reward Available | Shop 6 | ${open2099}`,
      '7% OFF | Shop 7 | Undone',
    ]);
});

it.each([
  ["two after 'scan'", `${location.origin}/scan/customer/some-token`, true],
  ['the raw value', 'some-token', true],
  ['a parse failure on the URL query silently stops', 'http://[', false],
])('5 · Token extraction from a query value: %s', async (_, value, isScanned) => {
  give(null);
  api.on(calls.scan, scanOf('customer', 'some-token'));
  await open(value);
  await see(isScanned ? { headings: ['QR Detected!'] } : { buttons: ['Start Scanning'] });
  // 2.5 · removes the query from the address bar
  await expect.poll(() => location.search).toBe('');
  expect(api.bodies(calls.scan)).toEqual(isScanned ? [{ token: 'some-token' }] : []);
  expect(document.querySelector('.toast')).toBeNull();
});

it('a benefit that was already redeemed, which is no news, is not offered', async () => {
  give('customer');
  api.on(calls.scan, { ...scanOf('customer', 'some-token'), redeemObstacle: 'redeemed' });
  await open('some-token');
  await see({ texts: ['You have already redeemed this benefit.'] });
  seeNot({ buttons: ['Redeem Benefit'], texts: ['Your benefit has been redeemed successfully!'] });
  expect(document.querySelector('.toast')).toBeNull();
});

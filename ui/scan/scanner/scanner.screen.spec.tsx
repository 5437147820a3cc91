import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, darkFindings, overflow } from '../../testing/audit.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { type Seen, see, seeNot } from '../../testing/see.ts';
import { OFFER, ownSite, QR, scanOf } from '../../testing/shop.ts';

/** The public scan page with its three tabs, word for word: the specification's section 2.5. */
const PAST = '2020-01-02T03:04:05.000Z';
const FUTURE = '2099-01-02T03:04:05.000Z';
const scan = (n: number, fields: Partial<MyScanAnswer>): MyScanAnswer => ({
  ...{ scanId: `00000000-0000-4000-8000-00000000000${n}`, name: 'Bread', siteName: `Shop ${n}`, currency: 'EUR' },
  ...{ type: 'DISCOUNT_PERCENT', discountPercent: n, discountFixedAmount: null, textReward: null },
  ...{ isRedeemed: false, scanDate: PAST, redeemedAt: null, expiresAtUtc: FUTURE, awaitsConfirmation: false },
  ...{ redemptionCode: null, redemptionToken: null, ...fields },
});
const SCANS = [
  scan(1, { isRedeemed: true, redeemedAt: PAST }),
  scan(2, { expiresAtUtc: PAST }),
  scan(3, {}),
  scan(4, { siteName: '', type: 'TEXT_REWARD', discountPercent: null, textReward: 'A coffee' }),
  scan(5, { type: 'DISCOUNT_FIXED', discountPercent: null, discountFixedAmount: 5 }),
  scan(6, { type: null, discountPercent: null }),
];
const SCAN_LINES = [
  ['1% OFF', 'Shop 1', 'Redeemed'],
  ['2% OFF', 'Shop 2', 'Expired', 'Expired on Jan 2, 2020, 3:04 AM'],
  ['3% OFF', 'Shop 3', 'Available', 'Expires Jan 2, 2099, 3:04 AM'],
  ['A coffee', 'Business', 'Available', 'Expires Jan 2, 2099, 3:04 AM'],
  ['$5 OFF', 'Shop 5', 'Available', 'Expires Jan 2, 2099, 3:04 AM'],
  ['Reward Available', 'Shop 6', 'Available', 'Expires Jan 2, 2099, 3:04 AM'],
];
const OWN: TreeRow = { ...QR, isClaimed: true, isMine: true, level: 0, childCount: 0, path: null };

const SCANNER_TAB = 'Scanner';
const SCANS_TAB = 'Scans';
const CODES_TAB = 'QR Codes';
const ANOTHER = 'Scan Another QR';
const VALID = /^Valid until Jan 2, 2099, 3:04 AM$/;

interface State {
  readonly viewer: Role | null;
  /** Of a scan, which the address asks for. */
  readonly scanned?: 'customer' | 'distributor';
  readonly tab?: string;
  /** Buttons to press, one after the other. */
  readonly press?: readonly string[];
  readonly given?: () => void;
  readonly seen: Seen;
  readonly not?: Seen;
  /** Looks unlike the screens of ui/admin/all-screens.screen.spec.tsx. */
  readonly isNew?: true;
}
const giveQrs = () => {
  api.on(treeRowCalls.ofDistributor, [OWN], { total: 1 });
  api.on(calls.ownSiteConfig, ownSite({ canSplit: true }));
};
const PROFILE = 'Open profile menu';
const DASHBOARD = 'Dashboard';

const STATES: readonly (readonly [name: string, State])[] = [
  [
    'Scanner tab, signed out',
    {
      viewer: null,
      seen: {
        links: ['Back'],
        headings: ['QR Scanner', 'Scan QR Code'],
        texts: ['Discover rewards and exclusive offers'],
        buttons: ['Start Scanning'],
        tabs: [SCANS_TAB, SCANNER_TAB, CODES_TAB],
      },
      not: { buttons: [PROFILE] },
    },
  ],
  [
    'user menu of a customer',
    {
      viewer: 'customer',
      press: [PROFILE],
      seen: {
        texts: ['Cleo Customer', 'cleo@example.test', 'Customer'],
        items: ['Log out'],
      },
      // 6 · The Dashboard menu item on the scan page is hidden for customers.
      not: { items: [DASHBOARD], links: ['Back'] },
    },
  ],
  [
    'user menu of a site owner',
    {
      viewer: 'site_owner',
      press: [PROFILE],
      seen: {
        texts: ['Olivia Owner', 'olivia@example.test', 'Site Owner'],
        items: ['Log out', DASHBOARD],
      },
    },
  ],
  [
    'QR Detected!, customer intent, signed out',
    {
      isNew: true,
      viewer: null,
      scanned: 'customer',
      seen: {
        headings: ['QR Detected!'],
        texts: ['Customer Benefit Available', 'Corner Café', '20% OFF'],
        parts: [VALID],
        buttons: ['Login to Redeem', ANOTHER],
      },
    },
  ],
  [
    'QR Detected!, distributor intent, signed out',
    {
      isNew: true,
      viewer: null,
      scanned: 'distributor',
      seen: {
        headings: ['QR Detected!'],
        texts: ['Distributor QR Code', 'Corner Café', 'Commission Opportunity', '10.00% per redemption'],
        parts: [VALID],
        buttons: ['Login to Claim', ANOTHER],
      },
    },
  ],
  [
    'claim confirmation dialog, in Spanish on pages of every language',
    {
      isNew: true,
      viewer: 'distributor',
      scanned: 'distributor',
      press: ['Claim QR Code'],
      seen: {
        dialog: 'Confirmar Reclamación de QR',
        headings: ['Confirmar Reclamación de QR'],
        buttons: ['Cancelar', 'Sí, Reclamar QR'],
        parts: [
          /su propiedad queda asignada a tu cuenta/,
          /ventas futuras se repartirán según la estructura de comisiones/,
        ],
      },
    },
  ],
  [
    'Scans tab, empty',
    {
      viewer: 'customer',
      tab: SCANS_TAB,
      seen: {
        headings: ['My Scans'],
        texts: ['Your redeemed QR codes', 'No QR codes scanned yet'],
      },
    },
  ],
  [
    'QR Codes tab, empty',
    {
      viewer: 'customer',
      tab: CODES_TAB,
      seen: {
        headings: ['My QR Codes'],
        texts: ['Claimed QRs (0)', 'No QR codes claimed yet'],
      },
    },
  ],
  [
    'QR Codes tab, with QRs below the claimed ones',
    {
      viewer: 'distributor',
      tab: CODES_TAB,
      given: () => {
        const below = { ...OWN, id: 'c2b7cb4c-0a0e-4b63-8d52-6a1f0a5f1b02', name: 'Below', totalScans: 1 };
        giveQrs();
        api.on(treeRowCalls.ofDistributor, [OWN, { ...below, parentQrId: OWN.id, level: 1, isMine: false }], {
          total: 1,
        });
      },
      seen: {
        headings: ['Winter', 'Below', 'Claimed QRs (1)'],
        texts: [
          '20% OFF',
          '10.00% commission',
          '0 total scans',
          'The list also shows the QR codes below them.',
          '1 total scan',
        ],
        buttons: ['Split Winter'],
      },
      not: { buttons: ['Create a sibling of Winter'] },
    },
  ],
  [
    'menu of a QR',
    {
      viewer: 'distributor',
      tab: CODES_TAB,
      given: giveQrs,
      press: ['More actions for Winter'],
      seen: {
        items: ['View Stats', 'Edit', 'Copy URL', 'Download'],
      },
    },
  ],
];

const tab = (name: string) => page.getByRole('tab', { name, exact: true });

describe('2.5', () => {
  it.each(STATES)('%s', async (_, { viewer, scanned, tab: chosen, press = [], given, seen, not = {}, isNew }) => {
    api.answerReads('empty');
    signIn(viewer);
    if (scanned) {
      api.on(calls.scan, scanOf(scanned, 'some-token'));
      api.on(calls.customerScanInfo, { success: true, message: '', qr: { ...OFFER, commissionPercent: null } });
      api.on(calls.distributorScanInfo, { success: true, message: '', qr: OFFER });
    }
    given?.();
    await openScreen(`/mobile-scanner${scanned ? '?token=some-token' : ''}`, { viewport: PHONE });
    await expect.element(tab(SCANNER_TAB)).toHaveAttribute('aria-selected', 'true');
    if (chosen) await tab(chosen).click();
    for (const name of press) await page.getByRole('button', { name, exact: true }).click();
    await see(seen);
    seeNot(not);
    if (isNew) expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
    expect(overflow()).toEqual([]);
  });

  it('Scans tab: benefit label, site, badge and expiry of each scan', async () => {
    api.answerReads('empty');
    signIn('customer');
    api.on(calls.myScans, SCANS, { total: SCANS.length });
    await openScreen('/mobile-scanner', { viewport: PHONE });
    await tab(SCANS_TAB).click();
    const lines = () =>
      page
        .getByRole('listitem')
        .elements()
        .map((item) =>
          (item as HTMLElement).innerText
            .replace(/[\u00a0\u202f]/g, ' ')
            .split('\n')
            .filter((line) => line.trim() !== ''),
        );
    await expect.poll(lines).toEqual(SCAN_LINES);
  });
});

import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import type { QrAnswer, TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import type { LookedUpScan } from '@perktree/contracts/redemption/calls';
import type { SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import type { ScanAnswer, ScanInfoAnswer } from '@perktree/contracts/scan/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { api, NOW } from './open-screen.tsx';
import { signIn } from './people.ts';

const SITE_ID = '00000000-0000-4000-8000-000000000001';

export const SITE: SiteAnswer = {
  ...{ id: SITE_ID, name: 'Corner Café', isActive: true, createdAt: NOW.toISOString() },
  currency: 'EUR',
  timeZone: 'UTC',
};

/** The benefit of a redemption. */
export const BENEFIT: Pick<SiteRedemptionAnswer, 'benefit' | 'benefitTerms'> = {
  benefit: '20% Discount',
  benefitTerms: {
    ...{ type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null },
    currency: 'EUR',
  },
};

/** A root QR of the shop; unclaimed and valid until 2099. */
export const QR: QrAnswer = {
  ...{ id: '00000000-0000-4000-8000-000000000002', siteId: SITE_ID, name: 'Winter', internalName: null },
  ...{ type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null },
  ...{ benefitDisplay: '20% Discount', commissionPercent: '10.00', availableCommission: 10, maxRedemptions: 3 },
  ...{ externalUrl: null, parentQrId: null, depth: 0, currency: 'EUR', isClaimed: false, isMine: false },
  ...{ claimedBy: null, createdBy: null, approval: null, isActive: true, issuePeriod: 1 },
  ...{ expiresAtUtc: '2099-01-02T03:04:05.000Z', isExpired: false, isMaxedOut: false },
  ...{ renewalPolicy: 'none', periodRedemptions: 0 },
  ...{ totalScans: 0, totalRedemptions: 0, createdAt: NOW.toISOString() },
};

/** The code and the links of a QR of the shop. */
export const codeOf = (name: string, token = 'token') => ({
  ...{ qrUrl: `https://shop.example/scan/customer/${token}`, qrCodeImage: 'data:image/png;base64,AAAA' },
  ...{ customerUrl: `https://shop.example/scan/customer/${token}`, benefitDisplay: '20% Discount', qrName: name },
  distributorUrl: `https://shop.example/scan/distributor/${token}`,
});

/** A redemption of the benefit, as staff find it by its code. */
export const LOOKED_UP: LookedUpScan = {
  ...{ ...BENEFIT, qrName: 'Summer', customerName: 'Cleo Customer', siteName: 'Corner Café' },
  ...{ currency: 'EUR', defaultSaleAmount: '100.00', maxSaleAmount: '1000.00' },
  ...{ redeemsInOneStep: false, expiresAtUtc: '2026-07-02T10:00:00.000Z', awaitsConfirmation: false },
  redemptions: { used: 3, most: 50 },
  redemptionsOfCustomer: { used: 0, most: 1 },
};

/** A confirmed redemption, as the owner sees it. */
export const REDEMPTION: SiteRedemptionAnswer = {
  ...{ id: '00000000-0000-4000-8000-000000000021', qrId: '00000000-0000-4000-8000-000000000002' },
  ...{ qrName: 'Summer', customerName: 'Cleo Customer', ...BENEFIT, saleAmount: '100.00', currency: 'EUR' },
  ...{ confirmedBy: 'Sam Staff', confirmedVia: 'code', redeemedAt: '2026-06-05T12:00:00.000Z', confirmation: null },
  ...{ reversedAt: null, reversedAmount: '0.00', isWhollyReversed: false },
};

/** A payout that its site makes by hand. */
export const PAYOUT: PayoutAnswer = {
  ...{ id: '00000000-0000-4000-8000-000000000003', siteId: SITE_ID, distributorId: 'user-distributor', name: 'Dana' },
  ...{ amount: '20.50', currency: 'EUR', status: 'processing', entries: 2, reference: null, reason: null },
  ...{ settlement: 'by_hand', funding: null, failure: null, createdAt: NOW.toISOString() },
};

/** What a distributor earned, on hold. */
export const ENTRY: LedgerEntryAnswer = {
  ...{ id: '00000000-0000-4000-8000-000000000004', redemptionId: '00000000-0000-4000-8000-000000000005' },
  ...{ qrId: '00000000-0000-4000-8000-0000deadbeef', sourceQrId: '00000000-0000-4000-8000-0000deadbeef' },
  ...{ commissionPercent: '2.50', commissionAmount: '1234.50', earnedAmount: '1234.50', currency: 'EUR' },
  ...{ state: 'pending', siteId: SITE_ID, siteName: 'Corner Café', siteTimeZone: 'UTC', distributorId: 'dana' },
  ...{ distributorName: 'Dana', createdAt: '2026-01-02T03:04:05.000Z', maturesAt: '2026-01-16T03:04:05.000Z' },
  ...{ awaitingUntil: null, reversesEntryId: null, payoutId: null, paidAt: null },
};

/** The shop and its trees are as given. */
export function openShop(qrs: readonly QrAnswer[]): void {
  api.on(calls.listSites, [SITE], { total: 1 });
  api.on(calls.siteConfiguration, DEFAULT_SITE_CONFIGURATION);
  const rows = qrs.map((qr): TreeRow => ({ ...qr, level: qr.depth, childCount: 0, path: null }));
  api.on(treeRowCalls.ofSite, rows, { total: rows.length });
}

/** The owner of the shop, which has no trees; all other lists are empty. */
export function asOwner(): void {
  signIn('site_owner');
  api.answerReads('empty');
  openShop([]);
}

/** A root, and its only child. */
export const ROOT: QrAnswer = { ...QR, name: 'Summer', availableCommission: 6 };
export const CHILD: QrAnswer = {
  ...{ ...QR, id: '00000000-0000-4000-8000-000000000006', name: 'Harbour', parentQrId: QR.id, depth: 1 },
  ...{ commissionPercent: '4.00', availableCommission: 2 },
};

/** The shop has one tree. @param left percent that each QR has left to share */
export function openTree(left: { readonly root?: number; readonly child?: number } = {}): void {
  const root = { ...ROOT, availableCommission: left.root ?? 6 };
  const child = { ...CHILD, availableCommission: left.child ?? 2 };
  openShop([root, child]);
  api.on(calls.qrTree, ({ params }) =>
    params.qrId === child.id
      ? { availableCommission: child.availableCommission, qr: child, children: [] }
      : { availableCommission: root.availableCommission, qr: root, children: [{ ...child, children: [] }] },
  );
}

/** Presses a button in the row of a QR. */
export async function pressInRow(qr: string, button: string, more = 'More for'): Promise<void> {
  const menu = page.getByRole('button', { name: `${more} ${qr}`, exact: true });
  await expect.element(menu).toBeVisible();
  const row = page.elementLocator(menu.element().parentElement as Element);
  await row.getByRole('button', { name: button, exact: true }).click();
}

/** What the site of a claimed QR allows its distributor. */
export const ownSite = (rights: {
  canSplit: boolean;
  canCreateTopLevel?: boolean;
  plan?: Partial<CallAnswer<typeof calls.ownSiteConfig>['plan']>;
}): CallAnswer<typeof calls.ownSiteConfig> => ({
  ...{ siteId: SITE_ID, canCreateTopLevel: false, isBlocked: false, ...rights },
  plan: { allowsSplit: true, hasRoomInTree: true, hasRoomForTopLevel: true, ...rights.plan },
  commissionRule: DEFAULT_SITE_CONFIGURATION.commissionRule,
});

/** The answer to a scan of a QR of the shop, by its customer or its distributor link. */
export const scanOf = (kind: 'customer' | 'distributor', token: string): ScanAnswer => ({
  ...{ success: true, message: 'Done.', intent: kind, token },
  qr: {
    ...{ name: QR.name, siteName: SITE.name, currency: 'EUR', type: 'DISCOUNT_PERCENT', discountPercent: 20 },
    ...{ discountFixedAmount: null, textReward: null, expiresAtUtc: QR.expiresAtUtc },
    commissionPercent: kind === 'distributor' ? '10.00' : null,
  },
  ...(kind === 'customer' && { scanId: QR.id }),
});

/** An offer that can be redeemed and claimed until 2099. */
export const OFFER: NonNullable<ScanInfoAnswer['qr']> = {
  ...{ name: 'Winter', siteName: 'Corner Café', currency: 'EUR', type: 'DISCOUNT_PERCENT', discountPercent: 20 },
  ...{ discountFixedAmount: null, textReward: null, benefitDisplay: '20% Discount', externalUrl: null },
  ...{ maxRedemptions: 3, totalRedemptions: 1, isMaxedOut: false, isExpired: false, isClaimed: false },
  ...{ isInactive: false, claimObstacle: null, expiresAtUtc: '2099-01-02T03:04:05.000Z', brand: null },
  commissionPercent: '10.00',
};

import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { api } from './open-screen.tsx';
import { signIn } from './people.ts';
import { OFFER } from './shop.ts';

export type LinkKind = 'customer' | 'distributor';

const SCAN_ID = '00000000-0000-4000-8000-000000000009';
const SECRETS = { redemptionCode: 'K7M-2QX', redemptionToken: 'redemption-token' };

/** The answer to the scan that opening a link counts: the customer can redeem it. */
export const OPEN_SCAN = { success: true, message: 'Done.', scanId: SCAN_ID, ...SECRETS };

export const infoOf = (kind: LinkKind) => (kind === 'customer' ? calls.customerScanInfo : calls.distributorScanInfo);

/** The same scan under My Scans. */
export const MY_SCAN = {
  ...({ scanId: SCAN_ID, name: 'Winter', siteName: 'Corner Café', currency: 'EUR', type: 'DISCOUNT_PERCENT' } as const),
  ...{
    discountPercent: 20,
    discountFixedAmount: null,
    textReward: null,
    isRedeemed: false,
    redeemedAt: null,
    undoneAt: null,
  },
  ...{ scanDate: '2026-07-01T10:00:00.000Z', expiresAtUtc: OFFER.expiresAtUtc, awaitsConfirmation: false },
  ...SECRETS,
};

/** The link leads to this offer, and a person of this role views it. */
export function giveLink(kind: LinkKind, viewer: Role | null, offer: Partial<typeof OFFER> = {}): void {
  signIn(viewer);
  const percent = kind === 'customer' ? { commissionPercent: null } : {};
  api.on(infoOf(kind), { success: true, message: 'Done.', qr: { ...OFFER, ...percent, ...offer } });
  api.on(calls.scan, OPEN_SCAN);
  api.on(calls.myScan, MY_SCAN);
}

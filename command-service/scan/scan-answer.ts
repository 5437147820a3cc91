import type { Benefit } from '@perktree/contracts/qr/benefit';
import type { ScanAnswer } from '@perktree/contracts/scan/calls';
import { pathFromRoot } from '../qr/decisions/rules.ts';
import { worksAt } from '../site/decisions/staff-and-distributors.ts';
import type { CustomerScan } from './open-scan.ts';
import type { QrAtSite } from './qr-at-site.ts';

const MESSAGE = 'QR code scanned';

/** The scan of a distributor always shows the benefit. */
export function distributorAnswer(found: QrAtSite, token: string): ScanAnswer {
  const { terms } = found.qr;
  const qr = { ...shown(found, terms.name, terms.benefit), commissionPercent: terms.commissionPercent };
  return { success: true, message: MESSAGE, intent: 'distributor', token, qr };
}

/** The scan of a visitor shows the current benefit, unless the site hides it until redemption. */
export function visitorAnswer(found: QrAtSite, token: string): ScanAnswer {
  const { terms } = found.qr;
  const benefit = found.site.configuration.showBenefitBeforeRedeem ? terms.benefit : null;
  return { success: true, message: MESSAGE, intent: 'customer', token, qr: shown(found, terms.name, benefit) };
}

/** The scan of a customer shows its frozen benefit, and the code and token while staff can redeem or confirm it. */
export function customerAnswer(
  found: QrAtSite,
  token: string,
  { scan, isRedeemed, awaitsConfirmation }: CustomerScan,
): ScanAnswer {
  const benefit = isRedeemed || found.site.configuration.showBenefitBeforeRedeem ? scan.benefit : null;
  const { customerId } = scan;
  const earns = pathFromRoot(found.tree, found.qr.qrId).some(({ ownerId }) => ownerId === customerId);
  const redeemsAtCounter =
    found.site.configuration.selfRedemption === 'off' || (customerId !== null && worksAt(found.site, customerId));
  const isOpen = (!isRedeemed && !earns) || awaitsConfirmation;
  const { scanId, redemptionCode, redemptionToken } = scan;
  return {
    ...{ success: true, message: MESSAGE, intent: 'customer', token, scanId },
    qr: shown(found, scan.qrName, benefit),
    ...(isOpen && redemptionCode !== null && redemptionToken !== null && { redemptionCode, redemptionToken }),
    ...(awaitsConfirmation && { awaitsConfirmation }),
    ...(redeemsAtCounter && { redeemsAtCounter }),
    ...(!isOpen && { redeemObstacle: isRedeemed ? 'redeemed' : 'own_share' }),
  };
}

/** @param benefit null: hidden until redemption */
function shown({ qr, site }: QrAtSite, name: string, benefit: Benefit | null): NonNullable<ScanAnswer['qr']> {
  return {
    ...{ name, siteName: site.name, currency: site.currency },
    ...(benefit ?? { type: null, discountPercent: null, discountFixedAmount: null, textReward: null }),
    // Customers must not see what distributors earn.
    commissionPercent: null,
    expiresAtUtc: qr.expiresAt,
  };
}

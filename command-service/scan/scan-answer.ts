import type { Benefit } from '@perktree/contracts/benefit';
import type { ScanAnswer } from '@perktree/contracts/http/scanning';
import { pathFromRoot } from '../domain/commission-tree/rules.ts';
import { worksAt } from '../staff-codes/counter.ts';
import type { CustomerScan } from './open-scan.ts';
import type { QrAtSite } from './qr-at-site.ts';

const MESSAGE = 'QR code scanned';

/** What a distributor's scan shows: the opportunity. What customers get is no secret to who promotes it. */
export function distributorAnswer(found: QrAtSite, token: string): ScanAnswer {
  const { terms } = found.qr;
  const qr = { ...shown(found, terms.name, terms.benefit), commissionPercent: terms.commissionPercent };
  return { success: true, message: MESSAGE, intent: 'distributor', token, qr };
}

/** What a visitor's scan shows: the benefit as it is now, unless the site withholds it. */
export function visitorAnswer(found: QrAtSite, token: string): ScanAnswer {
  const { terms } = found.qr;
  const benefit = found.site.configuration.showBenefitBeforeRedeem ? terms.benefit : null;
  return { success: true, message: MESSAGE, intent: 'customer', token, qr: shown(found, terms.name, benefit) };
}

/** What a customer's scan shows: the benefit that it froze, and what staff ask for while they can redeem or confirm it. */
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

/** @param benefit null: withheld until it is redeemed (domain.md 5) */
function shown({ qr, site }: QrAtSite, name: string, benefit: Benefit | null): NonNullable<ScanAnswer['qr']> {
  return {
    ...{ name, siteName: site.name, currency: site.currency },
    ...(benefit ?? { type: null, discountPercent: null, discountFixedAmount: null, textReward: null }),
    // What distributors earn is not a customer's to know.
    commissionPercent: null,
    expiresAtUtc: qr.expiresAt,
  };
}

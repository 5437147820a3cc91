/** The result of a redemption in any contender. */
export interface Redeemed {
  readonly redemptionId: string;
  readonly discountPercent: number;
  readonly customerName: string;
  readonly saleMinor: number;
  readonly currency: string;
}

/** Refused by a rule, with the product's code. */
export class RedeemRefused extends Error {}

/** The product's own answer to `POST /api/staff/redeem`. */
export function answerOf({ redemptionId, discountPercent, customerName, saleMinor, currency }: Redeemed) {
  return {
    success: true,
    message: 'Customer benefit has been validated successfully.',
    redemption: {
      id: redemptionId,
      benefit: `${discountPercent}% Discount`,
      customerName,
      saleAmount: (saleMinor / 100).toFixed(2),
      currency,
    },
  };
}

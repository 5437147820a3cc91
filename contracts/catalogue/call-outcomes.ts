import type { RefusalCode } from '../kernel/refusals.ts';
import type { ByCall } from './call-refusals.ts';

const offer: readonly RefusalCode[] = [
  'INVALID_TOKEN',
  'CODE_REPLACED',
  'WRONG_TOKEN_KIND',
  'OFFER_EXPIRED',
  'OFFER_INACTIVE',
];
const redemption: readonly RefusalCode[] = [
  ...offer,
  'OFFER_FULL',
  'ALREADY_REDEEMED',
  'SELF_DEALING',
  'SALE_AMOUNT_TOO_HIGH',
];

const atCounter: readonly RefusalCode[] = [
  ...redemption,
  ...(['LIMIT_OF_CUSTOMER_REACHED', 'CUSTOMER_EARNS', 'CONFIRMER_EARNS'] as const),
  ...(['UNKNOWN_REDEMPTION_CODE', 'CODE_AMBIGUOUS'] as const),
];

/** By call: rules whose refusal is an answer with status 200, `success: false` and one of these codes. */
export const callOutcomes: ByCall = {
  scan: [...offer, 'QR_EXPIRED', 'QR_INACTIVE', 'QR_NOT_APPROVED'],
  redeem: [...redemption, 'CUSTOMER_LIMIT_REACHED', 'SELF_REDEMPTION_OFF'],
  lookUpScan: atCounter,
  staffRedeem: atCounter,
};

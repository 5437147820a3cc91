import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';

export const REDEMPTION_STATES = ['redeemed', 'awaiting', 'lapsed', 'partly', 'reversed'] as const;
type RedemptionState = (typeof REDEMPTION_STATES)[number];

export function stateOf(redemption: SiteRedemptionAnswer): RedemptionState {
  if (redemption.isWhollyReversed) return 'reversed';
  if (redemption.confirmation !== null) return redemption.confirmation;
  return redemption.reversedAt === null ? 'redeemed' : 'partly';
}

import type { REDEMPTION_STATES, SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';

type RedemptionState = (typeof REDEMPTION_STATES)[number];

export function stateOf(redemption: SiteRedemptionAnswer): RedemptionState {
  if (redemption.isWhollyReversed) return 'reversed';
  if (redemption.confirmation !== null) return redemption.confirmation;
  return redemption.reversedAt === null ? 'redeemed' : 'partly';
}

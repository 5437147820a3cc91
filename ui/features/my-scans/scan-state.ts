import type { MyScanAnswer } from '@perktree/contracts/http/scanning';

type ScanState = 'available' | 'redeemed' | 'expired';

export function stateOf(scan: MyScanAnswer, now = Date.now()): ScanState {
  if (scan.isRedeemed) return 'redeemed';
  return scan.expiresAtUtc !== null && Date.parse(scan.expiresAtUtc) <= now ? 'expired' : 'available';
}

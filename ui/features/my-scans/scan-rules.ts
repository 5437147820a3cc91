import { benefitScanLabel } from '@perktree/contracts/benefit';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import type { ListRules } from '../../components/list/use-list.ts';

type ScanState = 'available' | 'redeemed' | 'expired';

export function stateOf(scan: MyScanAnswer, now = Date.now()): ScanState {
  if (scan.isRedeemed) return 'redeemed';
  return scan.expiresAtUtc !== null && Date.parse(scan.expiresAtUtc) <= now ? 'expired' : 'available';
}

/** What never expires comes last. */
const expiry = ({ expiresAtUtc }: MyScanAnswer) =>
  expiresAtUtc === null ? Number.MAX_VALUE : Date.parse(expiresAtUtc);

export const SCAN_RULES: ListRules<MyScanAnswer> = {
  text: (scan) => [benefitScanLabel(scan, scan.currency), scan.siteName, scan.name].join('\n'),
  filters: {
    available: (scan) => stateOf(scan) === 'available',
    redeemed: (scan) => stateOf(scan) === 'redeemed',
    expired: (scan) => stateOf(scan) === 'expired',
  },
  sorts: {
    newest: (a, b) => b.scanDate.localeCompare(a.scanDate),
    oldest: (a, b) => a.scanDate.localeCompare(b.scanDate),
    expiry: (a, b) => expiry(a) - expiry(b),
  },
  pageLength: 24,
};

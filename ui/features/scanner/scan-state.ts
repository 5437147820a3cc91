import type { ScanAnswer } from '@perktree/contracts/http/scanning';

/** A scan that succeeded: what the result card shows, and the token that redeeming or claiming sends. */
export type ScanResult = ScanAnswer & {
  intent: 'customer' | 'distributor';
  token: string;
  qr: NonNullable<ScanAnswer['qr']>;
};

/** Null where an answer that says success lacks what a result needs. */
export function scanResultOf(answer: ScanAnswer): ScanResult | null {
  const { intent, token, qr } = answer;
  return answer.success && intent && token && qr ? { ...answer, intent, token, qr } : null;
}

export type TabName = 'scans' | 'scanner' | 'qrCodes';

export type ScanStatus = 'redeemed' | 'expired' | 'available';

/** Redeemed when redeemed, Expired when the expiry has passed, otherwise Available (specification 2.5). */
export function scanStatus(scan: { isRedeemed: boolean; expiresAtUtc: string | null }, now: number): ScanStatus {
  if (scan.isRedeemed) return 'redeemed';
  return scan.expiresAtUtc !== null && Date.parse(scan.expiresAtUtc) <= now ? 'expired' : 'available';
}

export type ScanStatus = 'redeemed' | 'expired' | 'available';

export function scanStatus(scan: { isRedeemed: boolean; expiresAtUtc: string | null }, now: number): ScanStatus {
  if (scan.isRedeemed) return 'redeemed';
  return scan.expiresAtUtc !== null && Date.parse(scan.expiresAtUtc) <= now ? 'expired' : 'available';
}

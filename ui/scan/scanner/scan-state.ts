import type { ScanAnswer } from '@perktree/contracts/scan/calls';

/** Login returns here to continue a pending redemption or claim. */
export const SCANNER_PATH = '/mobile-scanner';

/** A successful scan: the result to show, and the token to redeem or claim. */
export type ScanResult = ScanAnswer & {
  intent: 'customer' | 'distributor';
  token: string;
  qr: NonNullable<ScanAnswer['qr']>;
};

/** Null if a successful answer lacks a required field. */
export function scanResultOf(answer: ScanAnswer): ScanResult | null {
  const { intent, token, qr } = answer;
  return answer.success && intent && token && qr ? { ...answer, intent, token, qr } : null;
}

export type TabName = 'scans' | 'scanner' | 'qrCodes';

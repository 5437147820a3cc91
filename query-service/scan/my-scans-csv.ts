import { csvColumns, siteTime, type Words } from '@perktree/contracts/kernel/csv-columns';
import { benefitScanLabel } from '@perktree/contracts/qr/benefit';
import { benefitLabel } from '@perktree/contracts/qr/benefit-label';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';

/**
 * The CSV leaves codes out: anyone who has one can redeem it.
 * @param now ISO 8601 UTC
 */
export const myScansCsv = (now: string) =>
  csvColumns<MyScanAnswer>([
    ['Scanned', 'Escaneado', siteTime((scan) => scan.scanDate), 'time'],
    ['Benefit', 'Beneficio', (scan, _, language) => benefitLabel(benefitScanLabel(scan, scan.currency), language)],
    ['Business', 'Negocio', (scan) => scan.siteName],
    ['QR', 'QR', (scan) => scan.name],
    ['State', 'Estado', (scan, inLanguage) => inLanguage(stateOf(scan, now))],
    ['Redeemed', 'Canjeado', siteTime((scan) => scan.redeemedAt), 'time'],
    ['Expires', 'Caduca', siteTime((scan) => scan.expiresAtUtc), 'time'],
  ]);

function stateOf({ isRedeemed, expiresAtUtc }: MyScanAnswer, now: string): Words {
  if (isRedeemed) return ['Redeemed', 'Canjeado'];
  return expiresAtUtc !== null && expiresAtUtc <= now ? ['Expired', 'Caducado'] : ['Available', 'Disponible'];
}

import { benefitScanLabel } from '@perktree/contracts/benefit';
import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    scanned: 'Scanned',
    benefit: 'Benefit',
    site: 'Business',
    qr: 'QR',
    state: 'State',
    redeemed: 'Redeemed',
    expires: 'Expires',
    states: { available: 'Available', redeemed: 'Redeemed', expired: 'Expired' },
  },
  es: {
    scanned: 'Escaneado',
    benefit: 'Beneficio',
    site: 'Negocio',
    qr: 'QR',
    state: 'Estado',
    redeemed: 'Canjeado',
    expires: 'Caduca',
    states: { available: 'Disponible', redeemed: 'Canjeado', expired: 'Caducado' },
  },
} as const;

/**
 * The CSV leaves codes out: anyone who has one can redeem it.
 * @param now ISO 8601 UTC
 */
export function myScansCsv(language: CsvLanguage, now: string): readonly CsvColumn<MyScanAnswer>[] {
  const words = WORDS[language];
  const stateOf = ({ isRedeemed, expiresAtUtc }: MyScanAnswer) => {
    if (isRedeemed) return 'redeemed';
    return expiresAtUtc !== null && expiresAtUtc <= now ? 'expired' : 'available';
  };
  return [
    { title: words.scanned, value: (scan) => scan.scanDate },
    { title: words.benefit, value: (scan) => benefitLabel(benefitScanLabel(scan, scan.currency), language) },
    { title: words.site, value: (scan) => scan.siteName },
    { title: words.qr, value: (scan) => scan.name },
    { title: words.state, value: (scan) => words.states[stateOf(scan)] },
    { title: words.redeemed, value: (scan) => scan.redeemedAt },
    { title: words.expires, value: (scan) => scan.expiresAtUtc },
  ];
}

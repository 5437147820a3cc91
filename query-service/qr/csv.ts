import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import type { QrLabel } from '@perktree/contracts/qr/list-calls';
import { benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import { distributorLinkOf } from './links.ts';
import type { LabelRow } from './listing.ts';

export const qrsCsv = csvColumns<QrAnswer>([
  ['QR', 'QR', (qr) => qr.id],
  ['Parent QR', 'QR padre', (qr) => qr.parentQrId],
  ['Name', 'Nombre', (qr) => qr.name],
  ['Internal name', 'Nombre interno', (qr) => qr.internalName],
  ['Benefit', 'Beneficio', (qr, _, language) => benefitLabel(qr, language)],
  ['Commission (%)', 'Comisión (%)', (qr) => qr.commissionPercent, 'number'],
  [
    ...(['Remaining commission (%)', 'Comisión restante (%)'] as const),
    (qr) => fromBasisPoints(Math.round(100 * qr.availableCommission)),
    'number',
  ],
  ['Scans', 'Escaneos', (qr) => qr.totalScans],
  ['Redemptions', 'Canjes', (qr) => qr.totalRedemptions],
  [
    'Claim',
    'Reclamación',
    (qr, inLanguage) => inLanguage(qr.isClaimed ? ['Claimed', 'Reclamado'] : ['Not claimed', 'Sin reclamar']),
  ],
  ['Expires', 'Caduca', siteTime((qr) => qr.expiresAtUtc), 'time'],
  ['Created', 'Creado', siteTime((qr) => qr.createdAt), 'time'],
]);

/** For print shops. The rows of a list have the token beside their labels. */
export const labelsCsv = (publicUrl: string) =>
  csvColumns<QrLabel & Partial<Pick<LabelRow, 'distributor_token'>>>([
    ['QR', 'QR', (label) => label.id],
    ['Name', 'Nombre', (label) => label.name],
    ['Benefit', 'Beneficio', (label, _, language) => benefitLabel(label.benefitTerms, language)],
    ['Customer link', 'Enlace de cliente', (label) => label.customerUrl],
    [
      ...(['Distributor link', 'Enlace de distribuidor'] as const),
      ({ distributor_token: token }) => (token === undefined ? null : distributorLinkOf(publicUrl, token)),
    ],
  ]);

import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { QrAnswer } from '@perktree/contracts/http/qr-answers';
import type { QrLabel } from '@perktree/contracts/http/qr-lists';
import type { CsvLanguage } from '../listing/csv-request.ts';

const WORDS = {
  en: {
    id: 'QR',
    link: 'Link',
    parent: 'Parent QR',
    name: 'Name',
    internalName: 'Internal name',
    benefit: 'Benefit',
    commission: 'Commission (%)',
    available: 'Remaining commission (%)',
    scans: 'Scans',
    redemptions: 'Redemptions',
    claim: 'Claim',
    expires: 'Expires',
    created: 'Created',
    claimed: 'Claimed',
    unclaimed: 'Not claimed',
  },
  es: {
    id: 'QR',
    link: 'Enlace',
    parent: 'QR padre',
    name: 'Nombre',
    internalName: 'Nombre interno',
    benefit: 'Beneficio',
    commission: 'Comisión (%)',
    available: 'Comisión restante (%)',
    scans: 'Escaneos',
    redemptions: 'Canjes',
    claim: 'Reclamación',
    expires: 'Caduca',
    created: 'Creado',
    claimed: 'Reclamado',
    unclaimed: 'Sin reclamar',
  },
} as const;

/** Figures and times as calls answer them, so that spreadsheets can calculate with them. */
export function qrsCsv(language: CsvLanguage): readonly CsvColumn<QrAnswer>[] {
  const words = WORDS[language];
  return [
    { title: words.id, value: (qr) => qr.id },
    { title: words.parent, value: (qr) => qr.parentQrId },
    { title: words.name, value: (qr) => qr.name },
    { title: words.internalName, value: (qr) => qr.internalName },
    { title: words.benefit, value: (qr) => benefitLabel(qr.benefitDisplay, language) },
    { title: words.commission, value: (qr) => qr.commissionPercent },
    { title: words.available, value: (qr) => qr.availableCommission },
    { title: words.scans, value: (qr) => qr.totalScans },
    { title: words.redemptions, value: (qr) => qr.totalRedemptions },
    { title: words.claim, value: (qr) => (qr.isClaimed ? words.claimed : words.unclaimed) },
    { title: words.expires, value: (qr) => qr.expiresAtUtc },
    { title: words.created, value: (qr) => qr.createdAt },
  ];
}

/** For print shops. */
export function labelsCsv(language: CsvLanguage): readonly CsvColumn<QrLabel>[] {
  const words = WORDS[language];
  return [
    { title: words.id, value: (label) => label.id },
    { title: words.name, value: (label) => label.name },
    { title: words.benefit, value: (label) => benefitLabel(label.benefitDisplay, language) },
    { title: words.link, value: (label) => label.customerUrl },
  ];
}

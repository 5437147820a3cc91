import type { ShownBrand } from '@perktree/contracts/brand/brand';
import type { Currency } from '@perktree/contracts/kernel/money';
import { benefitOfRow, benefitTermsOfRow } from '@perktree/contracts/qr/benefit-row';
import type { QrCodeAnswer } from '@perktree/contracts/qr/calls';
import type { QrDesign } from '@perktree/contracts/qr/design';
import type { QrLabel } from '@perktree/contracts/qr/list-calls';
import { benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import { toDataURL } from 'qrcode';
import type { LabelRow } from './listing.ts';
import type { QrRow } from './qr-row.ts';

const linkOf = (publicUrl: string, kind: 'customer' | 'distributor', token: string) =>
  new URL(`/scan/${kind}/${token}`, publicUrl).href;

export const distributorLinkOf = (publicUrl: string, token: string) => linkOf(publicUrl, 'distributor', token);
export const customerLinkOf = (publicUrl: string, token: string) => linkOf(publicUrl, 'customer', token);

export function labelOf(row: LabelRow, publicUrl: string, brand: ShownBrand | undefined): QrLabel {
  return {
    id: row.qr_id,
    name: row.name,
    benefitDisplay: benefitDisplay(benefitOfRow(row), row.currency as Currency),
    benefitTerms: benefitTermsOfRow(row),
    customerUrl: linkOf(publicUrl, 'customer', row.customer_token),
    brand: brand ?? null,
    design: row.design === null ? null : (JSON.parse(row.design) as QrDesign),
  };
}

/** The two links of a QR, and the image of the customer link: PNG, level M, 400 px, margin 1. */
export async function qrCodeOf(row: QrRow, publicUrl: string): Promise<QrCodeAnswer> {
  const customerUrl = linkOf(publicUrl, 'customer', row.customer_token);
  return {
    qrUrl: customerUrl,
    qrCodeImage: await toDataURL(customerUrl, { type: 'image/png', errorCorrectionLevel: 'M', width: 400, margin: 1 }),
    qrName: row.name,
    customerUrl,
    distributorUrl: linkOf(publicUrl, 'distributor', row.distributor_token),
    benefitDisplay: benefitDisplay(benefitOfRow(row), row.currency as Currency),
  };
}

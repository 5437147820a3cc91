import { benefitDisplay } from '@perktree/contracts/benefit';
import type { QrCodeAnswer } from '@perktree/contracts/http/qrs';
import type { Currency } from '@perktree/contracts/money';
import { toDataURL } from 'qrcode';
import { benefitOf } from '../benefit-of.ts';
import type { QrRow } from './qr-row.ts';

/** The two links of a QR, and the image of the customer link: PNG, level M, 400 px, margin 1 (api.md). */
export async function qrCodeOf(row: QrRow, publicUrl: string): Promise<QrCodeAnswer> {
  const link = (kind: string, token: string) => new URL(`/scan/${kind}/${token}`, publicUrl).href;
  const customerUrl = link('customer', row.customer_token);
  return {
    qrUrl: customerUrl,
    qrCodeImage: await toDataURL(customerUrl, { type: 'image/png', errorCorrectionLevel: 'M', width: 400, margin: 1 }),
    qrName: row.name,
    customerUrl,
    distributorUrl: link('distributor', row.distributor_token),
    benefitDisplay: benefitDisplay(benefitOf(row), row.currency as Currency),
  };
}

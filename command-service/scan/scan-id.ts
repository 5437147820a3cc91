import { deriveUuid } from '../engine/derive-uuid.ts';

/**
 * The scan id derives from customer, QR and period, so that scanning again finds the same stream.
 * @param ordinal 1 for the first scan of the period, plus one for each scan that the customer has redeemed in it
 */
export function customerScanId(customerId: string, qrId: string, period: number, ordinal: number): string {
  return deriveUuid('scan of a customer', customerId, qrId, period, ordinal);
}

/** One visitor counts once per QR and hour. @param now ISO 8601 UTC */
export function visitorScanId(visitorId: string, qrId: string, now: string): string {
  const hour = now.slice(0, 'YYYY-MM-DDTHH'.length);
  return deriveUuid('scan of a visitor', visitorId, qrId, hour);
}

/** Identifies the browser of a scan without revealing its cookie. */
export function deviceIdOf(visitorId: string): string {
  return deriveUuid('device', visitorId);
}

/** Identifies the network of a redemption. The same network has another id at each site. */
export function networkIdAt(siteId: string, networkId: string): string {
  return deriveUuid('network', siteId, networkId);
}

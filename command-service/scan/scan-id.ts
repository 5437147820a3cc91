import { deriveUuid } from '../derive-uuid.ts';

/**
 * A scan's id says whose it is, so that the same person scanning again meets the same stream (domain.md 5).
 * @param ordinal 1 for the first scan of the period; one more for each that the customer has redeemed in it, where a
 * site lets a customer redeem more than once
 */
export function customerScanId(customerId: string, qrId: string, period: number, ordinal: number): string {
  return deriveUuid('scan of a customer', customerId, qrId, period, ordinal);
}

/** One visitor counts once per QR and hour. @param now ISO 8601 UTC */
export function visitorScanId(visitorId: string, qrId: string, now: string): string {
  const hour = now.slice(0, 'YYYY-MM-DDTHH'.length);
  return deriveUuid('scan of a visitor', visitorId, qrId, hour);
}

/** Tells that scans were made in one browser, and nothing of its cookie. */
export function deviceIdOf(visitorId: string): string {
  return deriveUuid('device', visitorId);
}

/** Tells that redemptions of one site were made from one network. At another site the same network has another id. */
export function networkIdAt(siteId: string, networkId: string): string {
  return deriveUuid('network', siteId, networkId);
}

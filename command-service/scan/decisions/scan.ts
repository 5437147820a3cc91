import type { EventData, EventOf } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { QrTerms } from '@perktree/contracts/qr/events';
import type { CodeReservation, ScanState } from './state.ts';

/** A QR in its current issue period. */
export interface Offer {
  readonly qrId: string;
  readonly rootQrId: string;
  readonly siteId: string;
  readonly tenantId: string;
  readonly terms: Pick<QrTerms, 'name' | 'benefit'>;
  readonly period: number;
  /** End of the period, exclusive, ISO 8601 UTC. */
  readonly expiresAt: string;
  /** Both the QR and its site are active. */
  readonly isActive: boolean;
}

export interface ScanQr {
  readonly scanId: string;
  readonly offer: Offer;
  readonly now: string;
  /** Derived from the visitor cookie. */
  readonly deviceId: string;
  /** Null for a visitor that is not signed in: the visit is counted and cannot be redeemed. */
  readonly customer: { readonly id: string; readonly redemptionCode: string; readonly redemptionToken: string } | null;
}

/**
 * Opens a scan. An existing scan stays unchanged, so it keeps the benefit that the QR had at first. A full QR may be
 * scanned; its page says that it is full.
 * @throws Refused OFFER_EXPIRED, OFFER_INACTIVE
 */
export function scanQr(state: ScanState, command: ScanQr): readonly EventOf<'QrScanned'>[] {
  const { offer, customer } = command;
  if (state !== null) {
    assertNotExpired(offer, command.now);
    return [];
  }
  assertScannable(offer, command.now);
  const { qrId, rootQrId, siteId, tenantId, period, expiresAt, terms } = offer;
  return [
    {
      type: 'QrScanned',
      data: {
        scanId: command.scanId,
        siteId,
        tenantId,
        rootQrId,
        qrId,
        period,
        customerId: customer?.id ?? null,
        benefit: terms.benefit,
        qrName: terms.name,
        expiresAt,
        deviceId: command.deviceId,
        redemptionCode: customer?.redemptionCode ?? null,
        redemptionToken: customer?.redemptionToken ?? null,
      },
    },
  ];
}

/** @throws Refused OFFER_EXPIRED, OFFER_INACTIVE */
export function assertScannable(offer: Pick<Offer, 'expiresAt' | 'isActive'>, now: string): void {
  assertNotExpired(offer, now);
  if (!offer.isActive) throw new Refused('OFFER_INACTIVE');
}

function assertNotExpired(offer: Pick<Offer, 'expiresAt'>, now: string): void {
  if (Date.parse(now) >= Date.parse(offer.expiresAt)) throw new Refused('OFFER_EXPIRED');
}

/** Another open scan of the site holds this code: retry with another code. */
export class CodeTaken extends Error {
  override readonly name = 'CodeTaken';
}

/** @throws CodeTaken */
export function reserveCode(
  state: CodeReservation,
  wanted: EventData<'RedemptionCodeReserved'>,
  now: string,
): readonly EventOf<'RedemptionCodeReserved'>[] {
  const isHeld = state !== null && Date.parse(now) < Date.parse(state.expiresAt);
  if (isHeld && state.scanId !== wanted.scanId) throw new CodeTaken();
  if (isHeld) return [];
  return [{ type: 'RedemptionCodeReserved', data: wanted }];
}

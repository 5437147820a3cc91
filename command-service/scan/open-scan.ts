import type { EventData } from '@perktree/contracts/events/catalogue';
import { streams } from '@perktree/contracts/streams';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../command-handler.ts';
import { awaitedRedemption, redemptionsDecider, redemptionsOfCustomer } from '../domain/redemption/decider.ts';
import { assertScannable, scanDecider, scanQr } from '../domain/scan/decider.ts';
import { offerOf, type QrAtSite } from './qr-at-site.ts';
import type { NewRedemptionCode } from './redemption-code.ts';
import { newRedemptionToken } from './redemption-token.ts';
import { reserveNewCode } from './reserve-code.ts';
import { customerScanId, visitorScanId } from './scan-id.ts';

export interface ScanningDeps {
  readonly handler: CommandHandler;
  readonly newCode: NewRedemptionCode;
}

export interface Visit {
  readonly found: QrAtSite;
  readonly deviceId: string;
  readonly context: CommandContext;
}

export interface CustomerScan {
  readonly scan: EventData<'QrScanned'>;
  readonly isRedeemed: boolean;
  /** The customer has redeemed it, and staff can still confirm that. */
  readonly awaitsConfirmation: boolean;
  /** Where the scan was stored; undefined when it was there before. */
  readonly position: bigint | undefined;
}

/** Counts a visit of somebody who is not signed in. @throws Refused OFFER_EXPIRED, OFFER_INACTIVE */
export async function scanAsVisitor(
  { handler }: Pick<ScanningDeps, 'handler'>,
  { found, deviceId, context, visitorId }: Visit & { readonly visitorId: string },
): Promise<bigint | undefined> {
  const scanId = visitorScanId(visitorId, found.qr.qrId, context.now);
  const { position } = await handler.execute({
    stream: streams.scan(scanId),
    decider: scanDecider,
    decide: (state) => scanQr(state, { scanId, offer: offerOf(found), now: context.now, deviceId, customer: null }),
    context,
  });
  return position;
}

/**
 * The scan of a customer in the QR's current period: opened, or the existing one. A scan is redeemed once; where the site
 * lets a customer redeem more often, the next one is opened when the last is redeemed, but only by scanning again
 * (`opens: 'next'`), so that asking twice to redeem is never two redemptions (`opens: 'first'`).
 * @throws Refused OFFER_EXPIRED, OFFER_INACTIVE
 */
export async function scanAsCustomer(
  deps: ScanningDeps,
  visit: Visit & { readonly customerId: string; readonly opens: 'first' | 'next' },
): Promise<CustomerScan> {
  const { found, customerId, opens } = visit;
  const { qrId, period } = found.qr;
  const { state } = await deps.handler.load(streams.redemptions(qrId), redemptionsDecider);
  const { scanIds, counted } = redemptionsOfCustomer(state, period, customerId);
  const limit = found.site.configuration.maxRedemptionsPerCustomer;
  const mayOpen = scanIds.length === 0 || (opens === 'next' && (limit === null || counted < limit));

  const newestId = customerScanId(customerId, qrId, period, scanIds.length + 1);
  const newest = await existingScan(deps.handler, newestId);
  if (newest || mayOpen) {
    return { ...(await openScan(deps, visit, newestId, newest)), isRedeemed: false, awaitsConfirmation: false };
  }

  const lastRedeemed = await existingScan(deps.handler, scanIds.at(-1) ?? newestId);
  if (lastRedeemed === null) throw new Error(`a scan of ${customerId} was redeemed that is not there`);
  const awaited = awaitedRedemption(state, lastRedeemed);
  const awaitsConfirmation = awaited !== undefined && Date.parse(visit.context.now) < Date.parse(awaited.until);
  return { scan: lastRedeemed, isRedeemed: true, awaitsConfirmation, position: undefined };
}

async function openScan(
  deps: ScanningDeps,
  { found, customerId, deviceId, context }: Visit & { readonly customerId: string },
  scanId: string,
  existing: EventData<'QrScanned'> | null,
): Promise<Pick<CustomerScan, 'scan' | 'position'>> {
  const offer = offerOf(found);
  const { now } = context;
  const command = { scanId, offer, now, deviceId, customer: null };
  if (existing !== null) {
    scanQr(existing, command);
    return { scan: existing, position: undefined };
  }
  assertScannable(offer, now);
  const { siteId, qrId, expiresAt } = offer;
  const redemptionCode = await reserveNewCode(deps, { siteId, qrId, scanId, expiresAt }, context);
  const customer = { id: customerId, redemptionCode, redemptionToken: newRedemptionToken(scanId) };
  const { state, position } = await deps.handler.execute({
    stream: streams.scan(scanId),
    decider: scanDecider,
    decide: (scan) => scanQr(scan, { ...command, customer }),
    context,
  });
  if (state === null) throw new Error(`scan ${scanId} is not there after it was opened`);
  return { scan: state, position };
}

async function existingScan(handler: CommandHandler, scanId: string): Promise<EventData<'QrScanned'> | null> {
  return (await handler.load(streams.scan(scanId), scanDecider)).state;
}

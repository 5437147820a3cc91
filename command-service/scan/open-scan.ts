import { randomInt } from 'node:crypto';
import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { CODE_ALPHABET, CODE_HALF, hyphenated } from '@perktree/contracts/redemption/code';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { awaitedRedemption, redemptionsFold, redemptionsOfCustomer } from '../redemption/decisions/state.ts';
import { assertScannable, CodeTaken, reserveCode, scanQr } from './decisions/scan.ts';
import { codeReservationFold, scanFold } from './decisions/state.ts';
import { expectScan, newRedemptionToken } from './find-scan.ts';
import { offerOf, type QrAtSite } from './qr-at-site.ts';

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

/** Creates a code such as `K7M-2QX`. */
export type NewRedemptionCode = () => string;

export const randomRedemptionCode: NewRedemptionCode = () => {
  const letters = Array.from({ length: CODE_HALF * 2 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]);
  return hyphenated(letters.join(''));
};

/** With a million open scans at a site, the chance that all tries fail is below 10^-50. */
const MAX_TRIES = 20;

/**
 * Reserves a code that no other open scan of the site has, until the scan expires. If a concurrent request opens the scan
 * first, the code stays unused until then.
 * @throws Refused TOO_MUCH_CONTENTION if no free code was found
 */
async function reserveNewCode(
  { handler, newCode }: { readonly handler: CommandHandler; readonly newCode: NewRedemptionCode },
  holder: Omit<EventData<'RedemptionCodeReserved'>, 'code'>,
  context: CommandContext,
): Promise<string> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const code = newCode();
    try {
      const stream = streams.redemptionCode(holder.siteId, code);
      await handler.execute({
        stream,
        fold: codeReservationFold,
        decide: (state) => reserveCode(state, { ...holder, code }, context.now),
        context,
        isNew: true,
      });
      expectScan(stream, holder.scanId);
      return code;
    } catch (error) {
      if (!(error instanceof CodeTaken)) throw error;
    }
  }
  throw new Refused('TOO_MUCH_CONTENTION');
}

/** A repeated command finds its scan among this many that the customer has redeemed last, so a regular's scan costs no more. */
const MAX_REPEATED = 3;

interface ScanningDeps {
  readonly handler: CommandHandler;
  readonly newCode: NewRedemptionCode;
}

interface Visit {
  readonly found: QrAtSite;
  readonly deviceId: string;
  readonly context: CommandContext;
}

export interface CustomerScan {
  readonly scan: EventData<'QrScanned'>;
  readonly isRedeemed: boolean;
  /** The customer has redeemed it, and staff can still confirm it. */
  readonly awaitsConfirmation: boolean;
  /** Undefined if the scan existed before. */
  readonly position: bigint | undefined;
}

/** Counts the visit of a visitor that is not signed in. @throws Refused OFFER_EXPIRED, OFFER_INACTIVE */
export async function scanAsVisitor(
  { handler }: Pick<ScanningDeps, 'handler'>,
  { found, deviceId, context, visitorId }: Visit & { readonly visitorId: string },
): Promise<bigint | undefined> {
  const scanId = visitorScanId(visitorId, found.qr.qrId, context.now);
  const { position } = await handler.execute({
    stream: streams.scan(scanId),
    fold: scanFold,
    decide: (state) => scanQr(state, { scanId, offer: offerOf(found), now: context.now, deviceId, customer: null }),
    context,
    isNew: true,
  });
  return position;
}

/**
 * Opens the scan of a customer in the QR's current period, or returns the existing one. A scan is redeemed once. If the site
 * lets a customer redeem more often, scanning again after a redemption opens the next scan (`opens: 'next'`). A redemption
 * opens only the first one (`opens: 'first'`), so that a repeated request never redeems twice. A repeated command returns the
 * scan that it opened at first, also if that has been redeemed meanwhile.
 * @throws Refused OFFER_EXPIRED, OFFER_INACTIVE
 */
export async function scanAsCustomer(
  deps: ScanningDeps,
  visit: Visit & { readonly customerId: string; readonly opens: 'first' | 'next' },
): Promise<CustomerScan> {
  const { found, customerId, opens } = visit;
  const { qrId, period } = found.qr;
  const { state } = await deps.handler.loadUncompared(streams.redemptions(qrId), redemptionsFold);
  const { scanIds, counted } = redemptionsOfCustomer(state, period, customerId);
  const limit = found.site.configuration.maxRedemptionsPerCustomer;
  const mayOpen = scanIds.length === 0 || (opens === 'next' && (limit === null || counted < limit));

  const newestId = customerScanId(customerId, qrId, period, scanIds.length + 1);
  // In parallel: streams that have to be read share a round trip.
  const [newest, ...redeemed] = await Promise.all([
    existingScan(deps.handler, newestId),
    ...scanIds.slice(-MAX_REPEATED).map((scanId) => redeemedScan(deps.handler, scanId, visit.context)),
  ]);
  const repeated = redeemed.find(({ isOfCommand }) => isOfCommand);
  if (!repeated && (newest || mayOpen)) {
    return { ...(await openScan(deps, visit, newestId, newest)), isRedeemed: false, awaitsConfirmation: false };
  }

  const scan = (repeated ?? redeemed.at(-1))?.scan;
  if (!scan) throw new Error(`a redeemed scan of ${customerId} does not exist`);
  const awaited = awaitedRedemption(state, scan);
  const awaitsConfirmation = awaited !== undefined && Date.parse(visit.context.now) < Date.parse(awaited.until);
  return { scan, isRedeemed: true, awaitsConfirmation, position: undefined };
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
    fold: scanFold,
    decide: (scan) => scanQr(scan, { ...command, customer }),
    context,
  });
  if (state === null) throw new Error(`scan ${scanId} does not exist after it was opened`);
  return { scan: state, position };
}

/** A redeemed scan, and whether the command has opened it. It does not change any more, so appends need not compare it. */
async function redeemedScan(handler: CommandHandler, scanId: string, context: CommandContext) {
  const stream = streams.scan(scanId);
  const { state: scan } = await handler.loadUncompared(stream, scanFold);
  const isOfCommand = await handler.dryRun({ stream, fold: scanFold, decide: () => [], context });
  return { scan, isOfCommand };
}

async function existingScan(handler: CommandHandler, scanId: string): Promise<EventData<'QrScanned'> | null> {
  return (await handler.load(streams.scan(scanId), scanFold)).state;
}

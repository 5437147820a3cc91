import type { LoginIntent } from '@perktree/contracts/account/calls';
import type { ScanAnswer, ScanInfoAnswer } from '@perktree/contracts/scan/calls';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { loginPath } from '../../lib/public/login.ts';
import { lastPosition } from '../../lib/public/position.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { serverNow } from '../../lib/public/time.ts';
import { lastRole } from '../../lib/storage.ts';

/** The way in that returns to this link, where the scan then opens for the customer. */
export const customerLogin = (token: string): string => wayIn('customer', `/scan/customer/${token}`);

/** The intent `distributor` grants the role that claiming needs; `business` would open a business account. */
export const distributorLogin = (token: string): string => wayIn('distributor', `/scan/distributor/${token}`);

/** Sign-up on a device on which no account has signed in yet. */
const wayIn = (intent: LoginIntent, returnTo: string): string =>
  loginPath(intent, returnTo) + (lastRole() === null ? '&signUp=true' : '');

export type OfferKind = 'customer' | 'distributor';
export type ShownOffer = NonNullable<ScanInfoAnswer['qr']>;

export type OfferState =
  | { state: 'loading' }
  | { state: 'shown'; offer: ShownOffer }
  /** `message` is null if the server sent none. `temporary`: a retry may help. */
  | { state: 'failed'; message: string | null; temporary: boolean; isOffline?: boolean };

/** The offer of a link, from the server-rendered page if possible. `reload` keeps the shown offer until the new one arrives. */
export function useOffer(
  kind: OfferKind,
  token: string,
  sent: ScanInfoAnswer | null,
): { offer: OfferState; reload: () => Promise<void> } {
  const [offer, setOffer] = useState<OfferState>(() => (sent ? offerIn(sent) : { state: 'loading' }));
  const read = useCallback(() => readOffer(kind, token), [kind, token]);
  const reload = useCallback(async () => {
    const answer = await read();
    setOffer((shown) => afterReload(shown, answer));
  }, [read]);
  useEffect(() => {
    // The rendered page may be older than this tab's last write.
    if (!sent || lastPosition() !== null) void read().then(setOffer);
  }, [read, sent]);
  return { offer, reload };
}

/** A shown offer, and the redemption code below it, stay if the server cannot be reached for a newer one. */
export function afterReload(shown: OfferState, answer: OfferState): OfferState {
  return shown.state === 'shown' && answer.state === 'failed' && answer.temporary ? shown : answer;
}

function offerIn(answer: ScanInfoAnswer): OfferState {
  if (answer.success && answer.qr) return { state: 'shown', offer: answer.qr };
  return { state: 'failed', message: answer.message || null, temporary: false };
}

async function readOffer(kind: OfferKind, token: string): Promise<OfferState> {
  try {
    return offerIn(await publicCalls.scanInfo(kind, token));
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: 'failed', message: null, temporary: true };
    return {
      state: 'failed',
      message: error.serverMessage || null,
      temporary: error.status === 0 || error.status >= 500,
      isOffline: error.status === 0,
    };
  }
}

/**
 * Opening a link page is a scan, which the page counts with one call. After login it opens the customer's scan. A reload of
 * the page shows the same scan, also once it is redeemed. Null while pending; `failed` without an answer.
 */
export function useScanOfThisView(token: string): ScanAnswer | 'failed' | null {
  const [scan, setScan] = useState<ScanAnswer | 'failed' | null>(null);
  useEffect(() => {
    void scanOnce(token).then(setScan);
  }, [token]);
  return scan;
}

const scansOfThisView = new Map<string, Promise<ScanAnswer | 'failed'>>();

function scanOnce(token: string): Promise<ScanAnswer | 'failed'> {
  // Outside of React, because an effect may run twice and each call counts a scan.
  const sent = scansOfThisView.get(token) ?? scanOrReload(token).catch(() => 'failed' as const);
  scansOfThisView.set(token, sent);
  return sent;
}

/**
 * A reload shows the scan that the entry of the browser's history names: scanning again opens the customer's next one, where the
 * site allows more. The state also outlasts opening the same address again, which is a new scan. After the end of its period, a
 * redeemed scan is shown only where no next period has begun.
 */
async function scanOrReload(token: string): Promise<ScanAnswer> {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReload = opened?.type === 'reload' || opened?.type === 'back_forward';
  const former = isReload ? await redeemedScan(history.state?.scanId) : null;
  if (former && !former.isOver) return former.scan;
  const scan = await publicCalls.scan(token);
  if (former && !scan.success) return former.scan;
  if (scan.scanId !== undefined) history.replaceState({ ...history.state, scanId: scan.scanId }, '');
  return scan;
}

async function redeemedScan(scanId: string | undefined): Promise<{ scan: ScanAnswer; isOver: boolean } | null> {
  // Another account may have signed in. After an undone redemption the customer scans again.
  const scan = scanId === undefined ? null : await publicCalls.myScan(scanId).catch(() => null);
  if (!scan?.isRedeemed || scan.undoneAt) return null;
  const { redemptionCode, redemptionToken, awaitsConfirmation, expiresAtUtc } = scan;
  const secrets = redemptionCode && redemptionToken ? { redemptionCode, redemptionToken } : {};
  return {
    scan: { success: true, message: '', scanId, ...secrets, awaitsConfirmation, redeemObstacle: 'redeemed' },
    isOver: expiresAtUtc !== null && Date.parse(expiresAtUtc) <= serverNow(),
  };
}

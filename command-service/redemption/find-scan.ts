import type { EventData } from '@perktree/contracts/events/catalogue';
import { streams } from '@perktree/contracts/streams';
import type { CommandHandler } from '../command-handler.ts';
import { codeReservationDecider } from '../domain/scan/code-reservation.ts';
import { scanDecider } from '../domain/scan/decider.ts';
import { isSameToken, scanIdOfToken } from '../scan/redemption-token.ts';

/** The scan whose own QR the customer shows; null when there is none. */
export async function findScanByToken(handler: CommandHandler, token: string): Promise<EventData<'QrScanned'> | null> {
  const scanId = scanIdOfToken(token);
  if (scanId === null) return null;
  const state = await handler.glance(streams.scan(scanId), scanDecider);
  return state?.redemptionToken && isSameToken(token, state.redemptionToken) ? state : null;
}

/** The newest scan of a site that has this code, open or not; null when none has. */
export async function findScanByCode(
  handler: CommandHandler,
  siteId: string,
  code: string,
): Promise<EventData<'QrScanned'> | null> {
  const reservation = await handler.glance(streams.redemptionCode(siteId, code), codeReservationDecider);
  if (reservation === null) return null;
  const state = await handler.glance(streams.scan(reservation.scanId), scanDecider);
  // A code that was reserved for a scan which another request had opened before is of no scan.
  return state?.redemptionCode === code ? state : null;
}

import type { EventData } from '@perktree/contracts/events/catalogue';
import { streams } from '@perktree/contracts/streams';
import { codeReservationDecider } from '../../domain/scan/code-reservation.ts';
import { scanDecider } from '../../domain/scan/decider.ts';
import type { CommandHandler } from '../../engine/command-handler.ts';
import { isSameToken, scanIdOfToken } from '../scan/redemption-token.ts';

/** The scan of a redemption token; null: no such scan. */
export async function findScanByToken(
  handler: CommandHandler,
  token: string,
  since?: number,
): Promise<EventData<'QrScanned'> | null> {
  const scanId = scanIdOfToken(token);
  if (scanId === null) return null;
  const state = await handler.loadUncached(streams.scan(scanId), scanDecider, since);
  return state?.redemptionToken && isSameToken(token, state.redemptionToken) ? state : null;
}

/** The newest scan of a site with this code, open or not; null: no such scan. */
export async function findScanByCode(
  handler: CommandHandler,
  siteId: string,
  code: string,
): Promise<EventData<'QrScanned'> | null> {
  const reservation = await handler.loadUncached(streams.redemptionCode(siteId, code), codeReservationDecider);
  if (reservation === null) return null;
  const state = await handler.loadUncached(streams.scan(reservation.scanId), scanDecider);
  // The reserved code is unused if a concurrent request opened the scan with another code.
  return state?.redemptionCode === code ? state : null;
}

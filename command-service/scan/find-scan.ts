import { timingSafeEqual } from 'node:crypto';
import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { LRUCache } from 'lru-cache';
import type { CommandHandler } from '../engine/command-handler.ts';
import { idsOfToken, newIdToken } from '../http/id-token.ts';
import { codeReservationFold, scanFold } from './decisions/state.ts';

const SECRET_BYTES = 16;

/** The content of the customer's own QR: the scan's id and 128 random bits. */
export const newRedemptionToken = (scanId: string): string => newIdToken([scanId], SECRET_BYTES);

/** The scan id in a token, not yet checked against the scan; null: not a redemption token. */
export const scanIdOfToken = (token: string): string | null => idsOfToken(token, 1, SECRET_BYTES)[0] ?? null;

/** Constant-time comparison. */
export function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export async function findScanByToken(handler: CommandHandler, token: string): Promise<EventData<'QrScanned'> | null> {
  const scanId = scanIdOfToken(token);
  if (scanId === null) return null;
  const state = await handler.loadUncached(streams.scan(scanId), scanFold);
  return state?.redemptionToken && isSameToken(token, state.redemptionToken) ? state : null;
}

/** The scans of codes that this process has reserved or found lately, by the stream of the code; at most 10,000. */
const expected = new LRUCache<string, string>({ max: 10_000 });

/** Lets the scan of a code be read together with the reservation, which alone decides. */
export function expectScan(codeStream: string, scanId: string): void {
  expected.set(codeStream, scanId);
}

/** The newest scan of a site with this code, open or not; null: no such scan. */
export async function findScanByCode(
  handler: CommandHandler,
  siteId: string,
  code: string,
): Promise<EventData<'QrScanned'> | null> {
  const stream = streams.redemptionCode(siteId, code);
  const scanOf = (scanId: string) => handler.loadUncached(streams.scan(scanId), scanFold);
  const likely = expected.get(stream);
  const [reservation, likelyScan] = await Promise.all([
    handler.loadUncached(stream, codeReservationFold),
    likely === undefined ? null : scanOf(likely),
  ]);
  if (reservation === null) return null;
  const { scanId } = reservation;
  expectScan(stream, scanId);
  const state = scanId === likely ? likelyScan : await scanOf(scanId);
  // The reserved code is unused if a concurrent request opened the scan with another code.
  return state?.redemptionCode === code ? state : null;
}

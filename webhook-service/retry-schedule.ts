import { DAY_MS, HOUR_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { Answer } from './send.ts';

/**
 * Before each attempt after the first. An hour at most: messages that come meanwhile wait as long to be tried in place of one
 * that the endpoint rejects.
 */
const DELAYS_MS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, ...Array<number>(72).fill(HOUR_MS)];
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;
/** HTTP 410 Gone: the receiver wants no more. */
export const GONE = 410;
/** An endpoint that has accepted nothing for so long is disabled. */
export const MAX_FAILING_MS = 3 * DAY_MS;
/** `Retry-After` delays by a day at most. */
const MAX_RETRY_AFTER_MS = DAY_MS;
/** Delays are longer by up to this part, so that endpoints of one server are not all tried at once. */
const JITTER = 0.1;

/** From this attempt on, an answer 4xx may be about the message alone. */
const REJECTED_ATTEMPTS = 3;
/** From this attempt on, every failure may be: a handler may crash at a message, or never end. */
const FAILED_ATTEMPTS = 4;
/** Answers with which a receiver asks for time: timeout, too early, too many requests. */
const ASKS_FOR_TIME = new Set([408, 425, 429]);

/**
 * Whether a failed attempt may be about its message alone, so that later messages are tried.
 * @param attempts made so far, with this one
 */
export function isForItsMessage(
  attempts: number,
  { status, retryAfter }: Pick<Answer, 'status' | 'retryAfter'>,
): boolean {
  if (status === GONE || retryAfter !== undefined || ASKS_FOR_TIME.has(status ?? 0)) return false;
  const isRejected = status !== null && status >= 400 && status < 500;
  return attempts >= (isRejected ? REJECTED_ATTEMPTS : FAILED_ATTEMPTS);
}

/**
 * How long to wait for the next attempt, in milliseconds. Null if none exists.
 * @param attempts made so far
 * @param retryAfterMs what the receiver asks for
 * @param random from 0 to 1
 */
export function delayAfter(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (1 + JITTER * random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** `Retry-After` in milliseconds: seconds, or a date of HTTP. Null: none that can be read. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

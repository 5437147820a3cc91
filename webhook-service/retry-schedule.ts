import { DAY_MS, HOUR_MS, MINUTE_MS } from '@perktree/contracts/durations';

/** Before each attempt after the first, by the recommendation of Standard Webhooks: ten attempts in about 75 hours. */
const DELAYS_MS = [
  ...[5_000, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;
/** An endpoint that has failed for so long is disabled. */
export const MAX_FAILING_MS = 3 * DAY_MS;
/** `Retry-After` delays by a day at most. */
const MAX_RETRY_AFTER_MS = DAY_MS;
/** Delays are longer by up to this part, so that endpoints of one server are not all tried at once. */
const JITTER = 0.1;

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

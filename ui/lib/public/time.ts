import { useEffect, useState } from 'react';

/** A `Date` header has whole seconds, and its answer takes time to arrive. */
const TOLERANCE_MS = 2000;

/** Milliseconds by which the server's clock is ahead of this device's. */
let ahead = 0;

/** Takes the `Date` header of an answer, or the time at which the server rendered the page. */
export function noteServerTime(date: string | null | undefined, now = Date.now()): void {
  const found = Date.parse(date ?? '') - now;
  if (Math.abs(found - ahead) > TOLERANCE_MS) ahead = found;
}

/** The server's time in milliseconds, because clocks of phones are often minutes wrong. */
export const serverNow = (now = Date.now()): number => now + ahead;

/** The server's time in milliseconds, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** 93,784,000 ms → "1d 02:03:04"; without days below one day; never negative. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return days > 0 ? `${days}d ${clock}` : clock;
}

import { useSyncExternalStore } from 'react';
import { observable } from './observable.ts';
import { isServerThere } from './public/time-limit.ts';

/**
 * Whether the server is reachable, by the browser's network state and the last call. `navigator.onLine` alone is not
 * enough: a connected network may lead nowhere.
 */
const reachable = observable(typeof navigator === 'undefined' || navigator.onLine !== false);

/** Set after every call; an answer of any status counts as reachable. */
export function setReachable(now: boolean): void {
  if (now !== reachable.get()) reachable.set(now);
}

export const isReachable = reachable.get;
export const onReachable = reachable.subscribe;

export const checkReachable = async (): Promise<void> => setReachable(await isServerThere());

export function useReachable(): boolean {
  return useSyncExternalStore(onReachable, isReachable);
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => setReachable(false));
  window.addEventListener('online', () => void checkReachable());
}

let last: string | null = null;

/** Called with the X-Request-Id of every answer. */
export function setLastRequestId(id: string | null): void {
  last = id ?? last;
}

/** Id of the page's last request in the server's log, for support. Null before the first one. */
export const lastRequestId = (): string | null => last;

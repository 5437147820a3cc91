import { useSyncExternalStore } from 'react';

/**
 * Whether the server is reachable, by the browser's network state and the last call. `navigator.onLine` alone is not
 * enough: a connected network may lead nowhere.
 */
let reachable = typeof navigator === 'undefined' || navigator.onLine !== false;
const listeners = new Set<() => void>();

/** Set after every call; an answer of any status counts as reachable. */
export function setReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
}

export const isReachable = (): boolean => reachable;

export function onReachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function checkReachable(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    setReachable(true);
  } catch {
    setReachable(false);
  }
}

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

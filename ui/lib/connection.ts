import { useSyncExternalStore } from 'react';

/**
 * Whether the server can be reached, as far as is known: what the browser says of its network, and how the last call went.
 * A phone in a cellar often has "a network" that leads nowhere.
 */
let reachable = typeof navigator === 'undefined' || navigator.onLine !== false;
const listeners = new Set<() => void>();

/** To be told of every call: an answer of any status is an answer. */
export function noteReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
}

export const isReachable = (): boolean => reachable;

export function onReachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the server whether it is there; for this alone, so nothing is changed by it. */
export async function tryToReach(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    noteReachable(true);
  } catch {
    noteReachable(false);
  }
}

/** False without a network. */
export function useReachable(): boolean {
  return useSyncExternalStore(onReachable, isReachable);
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => noteReachable(false));
  window.addEventListener('online', () => void tryToReach());
}

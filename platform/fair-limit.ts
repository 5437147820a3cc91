import pLimit from 'p-limit';
import { limitByKey } from './limit-by-key.ts';

/**
 * Bounds work that tenants share. A key has one work in the shared queue at most, so keys take turns and none delays others
 * by more than one work. `waiting`: works of all keys that wait in the queue; `ofKey`: works of one key, under way or waiting.
 * @returns runs a work in turn; `refused` makes the error where a bound is reached
 */
export function fairLimit(bounds: { readonly atOnce: number; readonly waiting: number; readonly ofKey: number }) {
  const shared = pLimit(bounds.atOnce);
  const inTurn = limitByKey(1);
  return async function run<T>(key: string, work: () => Promise<T>, refused: () => Error): Promise<T> {
    const ofKey = inTurn.countOf(key);
    if (ofKey >= bounds.ofKey || (ofKey === 0 && shared.pendingCount >= bounds.waiting)) throw refused();
    return inTurn(key, () => shared(work));
  };
}

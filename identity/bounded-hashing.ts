import { Refused } from '@perktree/contracts/kernel/refusals';
import pLimit from 'p-limit';
import type { Passwords } from './passwords.ts';

/** Most hashes in progress and in the queue of this process. Each occupies one of the threads that also read files. */
const HASHING = { atOnce: 2, queued: 128 } as const;

/** Wraps a password hasher with a bound on concurrency. @throws Refused UNAVAILABLE if too many requests wait */
export function boundedHashing(passwords: Passwords, bounds: { atOnce: number; queued: number } = HASHING): Passwords {
  const limit = pLimit(bounds.atOnce);

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= bounds.queued) throw new Refused('UNAVAILABLE');
    return limit(work);
  }

  return {
    hash: (password) => inTurn(() => passwords.hash(password)),
    verify: (stored) => inTurn(() => passwords.verify(stored)),
    ...(passwords.isOutdated && { isOutdated: passwords.isOutdated }),
  };
}

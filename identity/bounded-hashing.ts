import { Refused } from '@perktree/contracts/refusals';
import { Semaphore } from '@perktree/platform/semaphore';
import type { Passwords } from './passwords.ts';

/** Hashes under way in this process, and waiting for their turn. Each takes a thread that files are read by, too. */
export const HASHING = { atOnce: 2, queued: 128 } as const;

/** The same passwords, of which only so many are hashed at once. @throws Refused UNAVAILABLE where too many wait */
export function boundedHashing(passwords: Passwords, bounds: { atOnce: number; queued: number } = HASHING): Passwords {
  const semaphore = new Semaphore(bounds.atOnce);

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (semaphore.queued >= bounds.queued) throw new Refused('UNAVAILABLE');
    return semaphore.run(work);
  }

  return {
    hash: (password) => inTurn(() => passwords.hash(password)),
    verify: (stored) => inTurn(() => passwords.verify(stored)),
    ...(passwords.isOutdated && { isOutdated: passwords.isOutdated }),
  };
}

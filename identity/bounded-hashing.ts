import { Refused } from '@perktree/contracts/refusals';
import type { Passwords } from './passwords.ts';

/** Hashes under way in this process, and waiting for their turn. Each takes a thread that files are read by, too. */
export const HASHING = { atOnce: 2, queued: 128 } as const;

/** The same passwords, of which only so many are hashed at once. @throws Refused UNAVAILABLE where too many wait */
export function boundedHashing(passwords: Passwords, bounds: { atOnce: number; queued: number } = HASHING): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < bounds.atOnce) running += 1;
    else if (waiting.length >= bounds.queued) throw new Refused('UNAVAILABLE');
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      // The next one takes over the place, so that no newcomer slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => passwords.hash(password)),
    verify: (stored) => inTurn(() => passwords.verify(stored)),
    ...(passwords.isOutdated && { isOutdated: passwords.isOutdated }),
  };
}

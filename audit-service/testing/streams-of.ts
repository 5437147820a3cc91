import type { EventStore } from '@perktree/event-store/port';
import type { FindOwnStreams } from '../statement/own-streams.ts';

/** All streams up to a position, for histories without read models. */
export const streamsOf =
  (store: Pick<EventStore, 'readAll'>, upTo: (head: bigint) => bigint = (head) => head): FindOwnStreams =>
  async () => {
    const all = await store.readAll(0n, 1_000_000);
    const completeUpTo = upTo(all.at(-1)?.position ?? 0n);
    const known = all.filter(({ position }) => position <= completeUpTo);
    return { names: [...new Set(known.map(({ stream }) => stream))], completeUpTo };
  };

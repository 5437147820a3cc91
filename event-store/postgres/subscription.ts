import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { StoreLogger } from '../logger.ts';
import type { StoredEvent } from '../port.ts';
import type { HeadFeed } from './head-feed.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** Reads available events, then waits for a wake-up. Positions become visible in order, so a read misses nothing. */
export async function* follow(options: {
  readonly afterPosition: bigint;
  readonly batchSize: number;
  readonly signal: AbortSignal;
  readonly reached?: (() => Promise<bigint>) | undefined;
  readonly feed: HeadFeed;
  readonly readAll: (afterPosition: bigint, limit: number) => Promise<readonly StoredEvent[]>;
  readonly logger: StoreLogger | undefined;
  readonly timers?: Timers | undefined;
}): AsyncGenerator<readonly StoredEvent[], void, undefined> {
  const { batchSize, feed, readAll, logger, timers = systemTimers } = options;
  if (!Number.isInteger(batchSize) || batchSize < 1) throw new RangeError(`${batchSize} is not the size of a batch`);
  const signal = AbortSignal.any([options.signal, feed.closed]);
  let position = options.afterPosition;
  let failures = 0;
  let isNotified = false;
  while (!signal.aborted) {
    const turn = feed.turn;
    position = later(position, await options.reached?.());
    // Skip the query after a wake-up for known events: an append of this process notifies before its answer arrives.
    if (isNotified && feed.isReached(position)) {
      isNotified = await feed.next(turn, signal);
      continue;
    }
    let batch: readonly StoredEvent[] | undefined;
    try {
      batch = await untilAborted(readAll(position, batchSize), signal);
      if (failures > 0) logger?.info('event store: a subscription reads again');
      failures = 0;
    } catch (error) {
      if (failures === 0) logger?.warn(`event store: a subscription cannot read: ${(error as Error).message}`);
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS);
      await timers.sleep(pauseMs, signal);
      continue;
    }
    if (batch === undefined) return;
    const last = batch.at(-1);
    if (last) {
      position = last.position;
      yield batch;
    }
    isNotified = batch.length < batchSize && (await feed.next(turn, signal));
  }
}

const later = (one: bigint, other = 0n) => (one > other ? one : other);

/** Undefined if the signal aborts first. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

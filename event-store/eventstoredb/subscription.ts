import { excludeSystemEvents, START } from '@eventstore/db-client';
import { systemTimers } from '@perktree/platform/time/timers';
import type { StoreLogger } from '../logger.ts';
import { HistoryChanged, type StoredEvent } from '../port.ts';
import { inTime, untilAborted } from './calls.ts';
import { LiveEvents } from './live-events.ts';
import { toPosition } from './stored-events.ts';
import { SubscriptionLog } from './subscription-log.ts';
import type { Timing } from './timing.ts';
import type { WireClient } from './wire-client.ts';

/** Events that the server filters before it reports its progress. */
const SEARCH_WINDOW = 1_000;
/** Largest batch that one page (`reading.ts`) can hold: the page also contains the event before. */
const MAX_READ = 499;

interface Following {
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /** Opens a client for this subscription alone, so that its failures affect no other call. */
  readonly connect: () => WireClient;
  readonly head: () => Promise<bigint>;
  readonly readAll: (afterPosition: bigint, limit: number) => Promise<readonly StoredEvent[]>;
  readonly timing: Timing;
  readonly logger: StoreLogger | undefined;
}

type Batches = AsyncGenerator<readonly StoredEvent[], void, undefined>;

/**
 * Follows the store from a position on: reads past events, then subscribes to live ones, and reads again if the consumer falls
 * behind. It resumes after the last event handed out, because the server's checkpoints can be ahead of undelivered events.
 */
export async function* follow(options: Following & { readonly afterPosition: bigint }): Batches {
  const { batchSize, signal, timing, logger } = options;
  if (!Number.isInteger(batchSize) || batchSize < 1) throw new RangeError(`${batchSize} is not the size of a batch`);
  const log = new SubscriptionLog(timing.pauses, logger);
  let position = options.afterPosition;
  let given: StoredEvent | undefined;
  while (!signal.aborted) {
    try {
      if (given) await assertStands(options, given);
      for await (const batch of readThenFollow(options, position)) {
        log.reads();
        if (batch.length === 0) continue;
        given = batch.at(-1);
        position = given?.position ?? position;
        yield batch;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof HistoryChanged) throw error;
      log.failed(error as Error);
    }
    await systemTimers.sleep(log.pauseMs(), signal);
  }
}

/** Runs until the signal aborts; yields an empty batch after a silence. @throws FellBehind, or the subscription's error */
async function* readThenFollow(options: Following, afterPosition: bigint): Batches {
  let position = afterPosition;
  for await (const batch of catchUp(options, position)) {
    position = batch.at(-1)?.position ?? position;
    yield batch;
  }
  yield* followLive(options, position);
}

/** Checks after a lost connection that the last event still exists, as a restore may lose it. @throws HistoryChanged */
async function assertStands({ readAll }: Following, { stream, eventId, position }: StoredEvent): Promise<void> {
  const there = await readAll(position - 1n, 1).catch((error: unknown) => {
    // The store has no event at this position any more.
    if (error instanceof RangeError) return [];
    throw error;
  });
  if (there[0]?.eventId !== eventId) throw new HistoryChanged(stream);
}

/** Reads up to the newest event. The next batch is read while the consumer handles the previous one. */
async function* catchUp({ batchSize, signal, readAll }: Following, afterPosition: bigint): Batches {
  const limit = Math.min(batchSize, MAX_READ);
  for (let position = afterPosition, reading = readAll(position, limit); ; ) {
    const batch = await untilAborted(reading, signal);
    const last = batch.at(-1);
    if (!last) return;
    position = last.position;
    const isFull = batch.length === limit;
    if (isFull) {
      reading = readAll(position, limit);
      reading.catch(() => {});
    }
    yield batch;
    if (!isFull || signal.aborted) return;
  }
}

/** Subscribes to events after a position. @throws FellBehind, or the subscription's error */
async function* followLive({ batchSize, signal, connect, head, timing }: Following, afterPosition: bigint): Batches {
  const client = connect();
  const subscription = client.subscribeToAll({
    fromPosition: afterPosition === 0n ? START : toPosition(afterPosition),
    filter: excludeSystemEvents({ maxSearchWindow: SEARCH_WINDOW }),
  });
  const events = new LiveEvents(subscription, afterPosition, signal);
  let position = afterPosition;
  try {
    await inTime(events.confirmed, timing.callMs, signal);
    yield [];
    for (let isLate = false; !signal.aborted; ) {
      const batch = await events.next(batchSize, isLate ? timing.lateMs : timing.silenceMs);
      if (batch.length === 0 && isLate) throw new Error('it keeps what the store has');
      position = batch.at(-1)?.position ?? position;
      // Silence without new events is normal; withholding events is a fault.
      isLate = batch.length === 0 && (await head()) > position;
      if (!isLate) yield batch;
    }
  } finally {
    events.stop();
    subscription.unsubscribe().catch(() => {});
    void client.close({ cut: true });
  }
}

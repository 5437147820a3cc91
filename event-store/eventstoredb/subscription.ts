import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { type AllStreamSubscription, excludeSystemEvents, START } from '@eventstore/db-client';
import type { StoreLogger } from '../logger.ts';
import { HistoryChanged, type StoredEvent } from '../port.ts';
import { inTime } from './calls.ts';
import { isOwn, positionOf, toPosition, toStoredEvent } from './stored-events.ts';
import type { Timing } from './timing.ts';
import type { WireClient } from './wire-client.ts';

/** Events that the server looks through before it says how far it is. */
const SEARCH_WINDOW = 1_000;

interface Following {
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /** A client for this subscription alone: what blocks or kills it harms no other call. */
  readonly connect: () => WireClient;
  readonly head: () => Promise<bigint>;
  readonly readAll: (afterPosition: bigint, limit: number) => Promise<readonly StoredEvent[]>;
  readonly timing: Timing;
  readonly logger: StoreLogger | undefined;
}

/**
 * Follows the store from a position on, over one connection after the other. What is kept is the position of the last
 * event handed out: the server's checkpoints run ahead of events that are still on their way.
 */
export async function* follow(
  options: Following & { readonly afterPosition: bigint },
): AsyncGenerator<readonly StoredEvent[], void, undefined> {
  const { batchSize, signal, timing, logger } = options;
  if (!Number.isInteger(batchSize) || batchSize < 1) throw new RangeError(`${batchSize} is not the size of a batch`);
  const trouble = new Trouble(timing.pauses, logger);
  let position = options.afterPosition;
  let given: StoredEvent | undefined;
  while (!signal.aborted) {
    try {
      if (given) await assertStands(options, given);
      for await (const batch of overOneConnection(options, position)) {
        trouble.over();
        if (batch.length === 0) continue;
        given = batch.at(-1);
        position = given?.position ?? position;
        yield batch;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof HistoryChanged) throw error;
      trouble.begins(error as Error);
    }
    // Never the same for two processes that lost the same server.
    await sleep(trouble.pauseMs() * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
  }
}

/** After a lost connection: the server that answers now may have been behind, or was restored. @throws HistoryChanged */
async function assertStands({ readAll }: Following, { stream, eventId, position }: StoredEvent): Promise<void> {
  const there = await readAll(position - 1n, 1).catch((error: unknown) => {
    // No position of this history.
    if (error instanceof RangeError) return [];
    throw error;
  });
  if (there[0]?.eventId !== eventId) throw new HistoryChanged(stream);
}

/** Told once, however often it comes, until it is over; the pauses grow as long. */
class Trouble {
  private times = 0;

  constructor(
    private readonly pauses: Timing['pauses'],
    private readonly logger: StoreLogger | undefined,
  ) {}

  begins({ message }: Error): void {
    if (this.times++ === 0) this.logger?.warn(`event store: a subscription was lost: ${message}`);
  }

  over(): void {
    if (this.times > 0) this.logger?.info('event store: a subscription reads again');
    this.times = 0;
  }

  pauseMs(): number {
    return Math.min(this.pauses.first * 2 ** Math.max(0, this.times - 1), this.pauses.longest);
  }
}

/** Until the signal aborts; an empty batch where there is nothing to say. @throws whatever ends the subscription before */
async function* overOneConnection(
  { batchSize, signal, connect, head, timing }: Following,
  afterPosition: bigint,
): AsyncGenerator<readonly StoredEvent[], void, undefined> {
  const client = connect();
  const subscription = client.subscribeToAll(
    {
      fromPosition: afterPosition === 0n ? START : toPosition(afterPosition),
      filter: excludeSystemEvents({ maxSearchWindow: SEARCH_WINDOW }),
    },
    // What the consumer has not taken waits at the server, but for this much.
    { highWaterMark: batchSize },
  );
  const bell = listenTo(subscription, signal);
  let position = afterPosition;
  try {
    await inTime(bell.confirmed, timing.callMs, signal);
    while (!signal.aborted) {
      const batch = await gatherBatch(subscription, batchSize, position);
      if (batch.length > 0) {
        position = batch.at(-1)?.position ?? position;
        yield batch;
      } else if (bell.failure()) {
        throw bell.failure();
      } else if ((await bell.next(timing.silenceMs)) === 'silence') {
        // Nothing to say is no fault; to keep what is there is one.
        if ((await head()) <= position) yield [];
        else if ((await bell.next(timing.lateMs)) === 'silence') throw new Error('it keeps what the store has');
      }
    }
  } finally {
    bell.stop();
    subscription.unsubscribe().catch(() => {});
    void client.close({ cut: true });
  }
}

/** Events come one by one, though often close together: those that are there within a turn go in one batch. */
async function gatherBatch(
  subscription: AllStreamSubscription,
  size: number,
  after: bigint,
): Promise<readonly StoredEvent[]> {
  const batch = takeBatch(subscription, size, after);
  for (let more = batch.length > 0; more && batch.length < size; ) {
    await turn();
    const next = takeBatch(subscription, size - batch.length, batch.at(-1)?.position ?? after);
    batch.push(...next);
    more = next.length > 0;
  }
  return batch;
}

function takeBatch(subscription: AllStreamSubscription, size: number, after: bigint): StoredEvent[] {
  const batch: StoredEvent[] = [];
  let position = after;
  while (batch.length < size) {
    const resolved: { event?: Parameters<typeof toStoredEvent>[0] } | null = subscription.read();
    if (resolved === null) break;
    const { event } = resolved;
    // A repeated event is none.
    if (!event || !isOwn(event) || positionOf(event) <= position) continue;
    batch.push(toStoredEvent(event));
    position = positionOf(event);
  }
  return batch;
}

/** Turns what the subscription emits into something to wait for. */
function listenTo(subscription: AllStreamSubscription, signal: AbortSignal) {
  let failure: Error | undefined;
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  const fail = (error?: Error) => {
    failure ??= error ?? new Error('the server ended it');
    ring();
  };
  const confirmed = new Promise<void>((resolve, reject) => {
    subscription.on('confirmation', resolve);
    subscription.on('error', (error: Error) => {
      fail(error);
      reject(error);
    });
    subscription.on('end', fail);
    subscription.on('close', fail);
  });
  confirmed.catch(() => {});
  subscription.on('readable', ring);
  signal.addEventListener('abort', ring);
  return {
    confirmed,
    failure: () => failure,
    /** Resolves at the next sign, or when there is none for a while. */
    async next(withinMs: number): Promise<'sign' | 'silence'> {
      if (!rung && !signal.aborted) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, withinMs);
        });
        clearTimeout(timer);
        wake = undefined;
      }
      const sign = rung || signal.aborted;
      rung = false;
      return sign ? 'sign' : 'silence';
    },
    /** Errors may come even after that, and must find somebody. */
    stop: () => {
      subscription.off('readable', ring);
      signal.removeEventListener('abort', ring);
    },
  };
}

import { setImmediate as breathe } from 'node:timers/promises';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { decodeBatch, type Incoming } from './decoding.ts';
import { type Target, writeChunk } from './fill-chunk.ts';
import type { PoisonEvent } from './fold.ts';
import type { Projection } from './projection.ts';

export interface FillOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  /** The last position to read. */
  readonly upTo: bigint;
  readonly signal?: AbortSignal | undefined;
  /** Events of a transaction; default 10,000. */
  readonly chunkSize?: number | undefined;
  /** After each chunk: how many events it had, and the position of the last. */
  readonly onChunk?: ((events: number, position: bigint) => void | Promise<void>) | undefined;
}

export interface Filled {
  /** Those that have reached the end. */
  readonly targets: readonly Target[];
  readonly stopped: readonly PoisonEvent[];
}

/** Events of a transaction: many, for a row that changes often is written once in each. */
const CHUNK_SIZE = 10_000;
const PAGE = 2_000;
/** How many tables are written to at once. */
const LANES = 2;

/**
 * Reads events into tables that nobody else writes to, at several times the speed of the live projector: large chunks are
 * folded in memory, new rows go in by COPY, and no index but the primary key is kept. Each table's rows and checkpoint
 * move in one transaction, so it may be cut off at any time and gone on with.
 */
export async function fill(options: FillOptions, targets: readonly Target[]): Promise<Filled> {
  const { store, pool, upTo, signal, onChunk, chunkSize = CHUNK_SIZE } = options;
  let running = targets;
  const stopped: PoisonEvent[] = [];
  const read = (after: bigint) => readChunk(store, after, upTo, chunkSize);
  let next = read(leastPosition(running) ?? upTo);
  // A chunk that nobody waits for any more may fail.
  next.catch(() => {});
  while (running.length > 0) {
    const events = await next;
    const last = events.at(-1);
    if (last === undefined) break;
    signal?.throwIfAborted();
    next = read(last.position);
    next.catch(() => {});
    const batch = await decodeInTurns(
      events,
      running.map(({ projection }) => projection),
    );
    const written = await inLanes(running, (target) => writeChunk(pool, target, batch));
    running = written.flatMap(({ target }) => target ?? []);
    stopped.push(...written.flatMap(({ poison }) => poison ?? []));
    await onChunk?.(events.length, last.position);
  }
  return { targets: running, stopped };
}

async function readChunk(
  store: EventStore,
  after: bigint,
  upTo: bigint,
  chunkSize: number,
): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let from = after; from < upTo && events.length < chunkSize; ) {
    const page = await store.readAll(from, Math.min(PAGE, chunkSize - events.length));
    events.push(...page.filter(({ position }) => position <= upTo));
    const last = page.at(-1);
    if (last === undefined) break;
    from = last.position;
  }
  return events;
}

/** Lets calls of the same process in between. */
async function decodeInTurns(
  events: readonly StoredEvent[],
  projections: readonly Projection[],
): Promise<readonly Incoming[]> {
  const batch: Incoming[] = [];
  for (let from = 0; from < events.length; from += DECODED_AT_ONCE) {
    batch.push(...decodeBatch(events.slice(from, from + DECODED_AT_ONCE), projections));
    await breathe();
  }
  return batch;
}

const DECODED_AT_ONCE = 250;

async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) results[item[0]] = await work(item[1]);
  };
  // Waits for all, also when one fails: nothing may go on writing behind the caller's back.
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const failed = lanes.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}

export function leastPosition(targets: readonly { readonly position: bigint }[]): bigint | null {
  return targets.reduce<bigint | null>(
    (least, { position }) => (least === null || position < least ? position : least),
    null,
  );
}

import { CLOCK_DISORDER_MS } from '@perktree/contracts/kernel/durations';
import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { textIn } from '../text-in.ts';
import { leafOf, linkOf } from './hashes.ts';
import { rootOf } from './merkle-tree.ts';
import { partsLeafOf, partsSecret } from './parts-hash.ts';
import {
  chainSpanOf,
  completeSegment,
  firstIncomplete,
  lastClock,
  newestSegment,
  rootsAt,
  SEGMENT_EVENTS,
  type Segment,
  widened,
  writeSegment,
} from './segments.ts';

/** What stands for all events up to one, in their order. */
export interface ChainHead {
  readonly events: number;
  /** Of the last event, in the engine that they are in now. */
  readonly position: bigint;
  readonly chain: Buffer;
  /** Of the tree over the hashes of all events: from it a few hashes lead to any one of them. */
  readonly root: Buffer;
  /** Of the tree over the hashes of their parts; null: not all events have any. */
  readonly parts: Buffer | null;
}

interface Following {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly pool: Pool;
  readonly onBehind?: ((events: number) => void) | undefined;
}

/**
 * Records the events appended since the last run. Recorded leaves are never overwritten, so a later change of an event no
 * longer matches its leaf. Any number of processes may run it concurrently.
 */
export async function followChain(options: Following): Promise<ChainHead> {
  const { store, pool } = options;
  await completeOlder(options);
  let segment = await newestSegment(pool);
  for (;;) {
    const isFull = segment.leaves.length === SEGMENT_EVENTS;
    const events = await store.readAll(
      segment.lastPosition,
      isFull ? SEGMENT_EVENTS : SEGMENT_EVENTS - segment.leaves.length,
    );
    if (events.length === 0) break;
    segment = extended(segment, events, await partsSecret(pool));
    await writeSegment(pool, segment);
    const clocks = segment.clocks?.slice(-events.length) ?? [];
    const behind = events.filter((event, n) => isBehind(event, clocks[n])).length;
    if (behind > 0) options.onBehind?.(behind);
  }
  return headAt(pool, segment);
}

/** Whether an event's own clock is further before its effective time than commands are late. */
function isBehind({ metadata }: StoredEvent, effectiveAt: string | undefined): boolean {
  return Date.parse(textIn(metadata, 'recordedAt') ?? '') < Date.parse(effectiveAt ?? '') - CLOCK_DISORDER_MS;
}

/** The segment with more events: the same one, or the next where it is full. */
function extended(before: Segment, events: readonly StoredEvent[], secret: Buffer): Segment {
  const isNew = before.leaves.length === SEGMENT_EVENTS;
  const number = isNew ? before.number + 1 : before.number;
  const there = isNew ? { leaves: [], parts: [], clocks: [] } : before;
  const added = events.map(leafOf);
  const first = number * SEGMENT_EVENTS + there.leaves.length + 1;
  const parts = events.map((event, n) => partsLeafOf(event, added[n] as Buffer, first + n, secret));
  const leaves = [...there.leaves, ...added];
  const clock = lastClock(before);
  const clocks = clock === null ? null : withEffectiveTimes(events, clock).map(({ effectiveAt }) => effectiveAt);
  return {
    number,
    leaves,
    root: rootOf(leaves),
    lastPosition: events.at(-1)?.position ?? before.lastPosition,
    chain: added.reduce(linkOf, before.chain),
    parts: there.parts && [...there.parts, ...parts],
    clocks: there.clocks && clocks && [...there.clocks, ...clocks],
    span: there.leaves.length === 0 ? chainSpanOf(events) : widened(before.span, chainSpanOf(events)),
  };
}

/**
 * Adds parts and clocks to segments that were recorded without them. It stops at the first event that differs from its
 * record: heads that cover it are signed without parts.
 */
async function completeOlder({ store, pool }: Following): Promise<void> {
  for (;;) {
    const { segment, before } = (await firstIncomplete(pool)) ?? { segment: null, before: null };
    if (segment === null || before === null) return;
    const events = await store.readAll(before.lastPosition, segment.leaves.length);
    const again = extended(before, events, await partsSecret(pool));
    const isAsRecorded = segment.leaves.every((leaf, n) => again.leaves[n]?.equals(leaf) ?? false);
    if (!isAsRecorded || again.clocks === null) return;
    await completeSegment(pool, again);
  }
}

export async function headAt(pool: Pool, { number, leaves, lastPosition, chain }: Segment): Promise<ChainHead> {
  const events = number * SEGMENT_EVENTS + leaves.length;
  return { events, position: lastPosition, chain, ...(await rootsAt(pool, events)) };
}

import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { CLOCK_DISORDER_MS } from '../replay/clock-disorder.ts';
import { textIn } from '../text-in.ts';
import { leafOf, linkOf } from './hashes.ts';
import { rootOf } from './merkle-tree.ts';
import { partsLeafOf } from './parts-hash.ts';
import { partsSecret } from './parts-secret.ts';
import {
  completeSegment,
  firstIncomplete,
  lastClock,
  newestSegment,
  rootsBefore,
  SEGMENT_EVENTS,
  type Segment,
  writeSegment,
} from './segments.ts';
import { chainSpanOf, widened } from './span.ts';

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
  return {
    number,
    leaves,
    root: rootOf(leaves),
    lastPosition: events.at(-1)?.position ?? before.lastPosition,
    chain: added.reduce(linkOf, before.chain),
    parts: there.parts && [...there.parts, ...parts],
    clocks: there.clocks && withClocks(there.clocks, lastClock(before), events),
    span: there.leaves.length === 0 ? chainSpanOf(events) : widened(before.span, chainSpanOf(events)),
  };
}

/** @param before the clock before the events; null: it was not recorded */
function withClocks(there: readonly string[], before: string | null, events: readonly StoredEvent[]) {
  return before === null
    ? null
    : [...there, ...withEffectiveTimes(events, before).map(({ effectiveAt }) => effectiveAt)];
}

/**
 * Adds parts and clocks to segments that were recorded without them. It stops at the first event that differs from its
 * record: heads that cover it are signed without parts.
 */
async function completeOlder({ store, pool }: Following): Promise<void> {
  for (;;) {
    const next = await firstIncomplete(pool);
    if (next === null) return;
    const { segment, after, clockBefore } = next;
    const events = await store.readAll(after, segment.leaves.length);
    const leaves = events.map(leafOf);
    const isAsRecorded = segment.leaves.every((leaf, n) => leaves[n]?.equals(leaf) ?? false);
    if (!isAsRecorded) return;
    const secret = await partsSecret(pool);
    const first = segment.number * SEGMENT_EVENTS + 1;
    const parts = events.map((event, n) => partsLeafOf(event, leaves[n] as Buffer, first + n, secret));
    const clocks = withClocks([], clockBefore, events);
    // The segment before was deleted.
    if (clocks === null) return;
    await completeSegment(pool, { ...segment, parts, span: chainSpanOf(events), clocks });
  }
}

/** The head that a newest segment makes. */
export async function headAt(pool: Pool, segment: Segment): Promise<ChainHead> {
  const { number, leaves, lastPosition, chain, root, parts } = segment;
  const [roots, rootsOfParts] = await Promise.all([
    rootsBefore(pool, number, 'leaves'),
    parts && rootsBefore(pool, number, 'parts'),
  ]);
  return {
    events: number * SEGMENT_EVENTS + leaves.length,
    position: lastPosition,
    chain,
    root: rootOf([...(roots ?? []), root]),
    parts: parts && rootsOfParts && rootOf([...rootsOfParts, rootOf(parts)]),
  };
}

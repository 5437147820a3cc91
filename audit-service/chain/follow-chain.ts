import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { leafOf, linkOf } from './hashes.ts';
import { rootOf } from './merkle-tree.ts';
import { newestSegment, rootsBefore, SEGMENT_EVENTS, type Segment, writeSegment } from './segments.ts';

/** What stands for all events up to one, in their order. */
export interface ChainHead {
  readonly events: number;
  /** Of the last event, in the engine that they are in now. */
  readonly position: bigint;
  readonly chain: Buffer;
  /** Of the tree over the hashes of all events: from it a few hashes lead to any one of them. */
  readonly root: Buffer;
}

/**
 * Records the events that came since the last time, and never what it has recorded already: what is changed afterwards no
 * longer fits. Any number of processes may do it at once.
 */
export async function followChain(options: {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly pool: Pool;
  readonly signal?: AbortSignal;
}): Promise<ChainHead> {
  const { store, pool, signal } = options;
  let segment = await newestSegment(pool);
  for (;;) {
    signal?.throwIfAborted();
    const isFull = segment.leaves.length === SEGMENT_EVENTS;
    const events = await store.readAll(
      segment.lastPosition,
      isFull ? SEGMENT_EVENTS : SEGMENT_EVENTS - segment.leaves.length,
    );
    const last = events.at(-1);
    if (last === undefined) break;
    const added = events.map(leafOf);
    const leaves = isFull ? added : [...segment.leaves, ...added];
    segment = {
      number: isFull ? segment.number + 1 : segment.number,
      lastPosition: last.position,
      leaves,
      chain: added.reduce(linkOf, segment.chain),
      root: rootOf(leaves),
    };
    await writeSegment(pool, segment);
  }
  return headAt(pool, segment);
}

/** The head that a newest segment makes. */
export async function headAt(pool: Pool, segment: Segment): Promise<ChainHead> {
  const { number, leaves, lastPosition, chain, root } = segment;
  return {
    events: number * SEGMENT_EVENTS + leaves.length,
    position: lastPosition,
    chain,
    root: rootOf([...(await rootsBefore(pool, number)), root]),
  };
}

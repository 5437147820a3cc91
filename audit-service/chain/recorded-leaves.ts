import type { Pool } from 'pg';
import { CHAIN_START, linkOf } from './hashes.ts';
import { rootOf } from './merkle-tree.ts';
import { newestSegment, readSegment, SEGMENT_EVENTS, type Segment } from './segments.ts';

/** The record contradicts itself from an event on. */
export class RecordBroken extends Error {
  override readonly name = 'RecordBroken';
  /** @param number of the first event that the segment is about */
  constructor(readonly number: number) {
    super(`The record of the events from ${number} on does not fit together`);
  }
}

export interface RecordedLeaves {
  readonly leaf: Buffer;
  /** Null: it was recorded before there were any. */
  readonly parts: Buffer | null;
  /** The effective time, ISO 8601 UTC; null: not recorded. */
  readonly clock: string | null;
  /** Of the last event of its segment. */
  readonly end: Pick<Segment, 'lastPosition' | 'span'> | null;
}

/** The recorded hashes of events in their order, each segment checked against itself. @throws RecordBroken */
export async function* recordedLeaves(pool: Pool): AsyncGenerator<RecordedLeaves, void> {
  const last = await newestSegment(pool);
  let chain: Buffer = CHAIN_START;
  for (let number = 0; number <= last.number; number += 1) {
    const segment = await readSegment(pool, number);
    if (segment === null && number === last.number) return;
    const leaves = segment?.leaves ?? [];
    const isComplete = number === last.number || leaves.length === SEGMENT_EVENTS;
    chain = leaves.reduce(linkOf, chain);
    if (!isComplete || !segment?.chain.equals(chain) || !segment.root.equals(rootOf(leaves))) {
      throw new RecordBroken(number * SEGMENT_EVENTS + 1);
    }
    if (segment.parts && !segment.partsRoot?.equals(rootOf(segment.parts))) {
      throw new RecordBroken(number * SEGMENT_EVENTS + 1);
    }
    const { parts, clocks, lastPosition, span } = segment;
    for (const [n, leaf] of leaves.entries()) {
      const end = n === leaves.length - 1 ? { lastPosition, span } : null;
      yield { leaf, parts: parts?.[n] ?? null, clock: clocks?.[n] ?? null, end };
    }
  }
}

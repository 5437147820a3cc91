import type { Pool } from 'pg';
import type { ChainHead } from '../chain/follow-chain.ts';
import { leafOf } from '../chain/hashes.ts';
import { pathOf, rootOf } from '../chain/merkle-tree.ts';
import { readSegment, rootsBefore, SEGMENT_EVENTS } from '../chain/segments.ts';
import type { Collected } from './collect-events.ts';
import type { ProvenEvent } from './statement.ts';

/** The store does not have an event as it was recorded: nothing is proven of it. */
export class NotAsRecorded extends Error {
  override readonly name = 'NotAsRecorded';
}

/** Gives each event what leads from its hash to the root of a head. @throws NotAsRecorded */
export async function proveEvents(
  pool: Pool,
  head: ChainHead,
  events: readonly Collected[],
): Promise<readonly ProvenEvent[]> {
  const lastSegment = Math.ceil(head.events / SEGMENT_EVENTS) - 1;
  const leavesOf = async (segment: number) => {
    const leaves = (await readSegment(pool, segment))?.leaves ?? [];
    // More may have come since the head.
    return leaves.slice(0, head.events - segment * SEGMENT_EVENTS);
  };
  const roots = [...(await rootsBefore(pool, lastSegment)), rootOf(await leavesOf(lastSegment))];

  const proven: ProvenEvent[] = [];
  let held: { readonly segment: number; readonly leaves: readonly Buffer[] } = { segment: -1, leaves: [] };
  for (const { number, stored } of events) {
    const [segment, index] = [Math.floor((number - 1) / SEGMENT_EVENTS), (number - 1) % SEGMENT_EVENTS];
    if (held.segment !== segment) held = { segment, leaves: await leavesOf(segment) };
    if (!held.leaves[index]?.equals(leafOf(stored))) {
      throw new NotAsRecorded(`Event ${number} is not as it was recorded; npm run chain -- verify says more.`);
    }
    const { stream, revision, eventId, type, data, metadata } = stored;
    proven.push({
      number,
      event: { stream, revision, eventId, type, data, metadata },
      path: [...pathOf(held.leaves, index), ...pathOf(roots, segment)].map((hash) => hash.toString('hex')),
    });
  }
  return proven;
}

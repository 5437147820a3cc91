import type { Pool } from 'pg';
import { leafOf } from '../chain/hashes.ts';
import { MerkleTree, rootOf } from '../chain/merkle-tree.ts';
import { partsLeafOf } from '../chain/parts-hash.ts';
import { recordedHashes, rootsBefore, SEGMENT_EVENTS, type TreeOver } from '../chain/segments.ts';
import type { Collected } from './collect-events.ts';
import { disclose } from './disclose.ts';
import { NotAsRecorded } from './not-as-recorded.ts';
import type { DisclosedEvent, ProvenEvent } from './statement.ts';

/** Events as a statement has them. */
export interface Proven<Event> {
  readonly events: readonly Event[];
  /** Their hashes in the tree, in the same order. */
  readonly hashes: readonly Buffer[];
}

/** Gives each event its Merkle path to the root of a head. @throws NotAsRecorded */
export async function proveWhole(
  pool: Pool,
  headEvents: number,
  events: readonly Collected[],
): Promise<Proven<ProvenEvent>> {
  const hashes = events.map(({ stored }) => leafOf(stored));
  const paths = await pathsOf(pool, 'leaves', headEvents, events, hashes);
  return {
    hashes,
    events: events.map(({ number, at, stored: { stream, revision, eventId, type, data, metadata } }, n) => ({
      ...{ number, at, event: { stream, revision, eventId, type, data, metadata } },
      path: paths[n] ?? [],
    })),
  };
}

/** The same for the parts of each event that a distributor may read. @throws NotAsRecorded */
export async function proveOwnParts(
  pool: Pool,
  headEvents: number,
  events: readonly Collected[],
  { distributorId, secret }: { readonly distributorId: string; readonly secret: Buffer },
): Promise<Proven<DisclosedEvent>> {
  const hashes = events.map(({ number, stored }) => partsLeafOf(stored, leafOf(stored), number, secret));
  const paths = await pathsOf(pool, 'parts', headEvents, events, hashes);
  return {
    hashes,
    events: events.map((event, n) => ({
      ...{ number: event.number, at: event.at, parts: disclose(event, distributorId, secret) },
      path: paths[n] ?? [],
    })),
  };
}

async function pathsOf(
  pool: Pool,
  over: TreeOver,
  headEvents: number,
  events: readonly Collected[],
  hashes: readonly Buffer[],
): Promise<readonly (readonly string[])[]> {
  const lastSegment = Math.ceil(headEvents / SEGMENT_EVENTS) - 1;
  const hashesOf = async (segment: number) => {
    const recorded = await recordedHashes(pool, segment, over);
    // More may have come since the head.
    return recorded.slice(0, headEvents - segment * SEGMENT_EVENTS);
  };
  const roots = [...((await rootsBefore(pool, lastSegment, over)) ?? []), rootOf(await hashesOf(lastSegment))];
  const treeOfRoots = new MerkleTree(roots);

  const paths: (readonly string[])[] = [];
  // Events are in their order, so each segment is read once.
  let held:
    | {
        readonly segment: number;
        readonly recorded: readonly Buffer[];
        readonly tree: MerkleTree;
        /** From the root of the segment on, the same for all its events. */
        readonly above: readonly string[];
      }
    | undefined;
  for (const [n, event] of events.entries()) {
    const [segment, index] = [Math.floor((event.number - 1) / SEGMENT_EVENTS), (event.number - 1) % SEGMENT_EVENTS];
    if (held?.segment !== segment) {
      const recorded = await hashesOf(segment);
      held = { segment, recorded, tree: new MerkleTree(recorded), above: treeOfRoots.pathOf(segment).map(hexOf) };
    }
    if (!held.recorded[index]?.equals(hashes[n] as Buffer)) {
      throw new NotAsRecorded(`Event ${event.number}`);
    }
    paths.push([...held.tree.pathOf(index).map(hexOf), ...held.above]);
  }
  return paths;
}

const hexOf = (hash: Buffer) => hash.toString('hex');

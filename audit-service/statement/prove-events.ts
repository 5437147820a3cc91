import type { Pool } from 'pg';
import { leafOf } from '../chain/hashes.ts';
import { MerkleTree, rootOf } from '../chain/merkle-tree.ts';
import { partsLeafOf } from '../chain/parts-hash.ts';
import { readSegment, rootsBefore, SEGMENT_EVENTS, type TreeOver } from '../chain/segments.ts';
import type { Collected } from './collect-events.ts';
import { disclose } from './disclose.ts';
import { NotAsRecorded } from './not-as-recorded.ts';
import type { DisclosedEvent, ProvenEvent } from './statement.ts';

/** Gives each event what leads from its hash to the root of a head of so many events. @throws NotAsRecorded */
export async function proveWhole(
  pool: Pool,
  headEvents: number,
  events: readonly Collected[],
): Promise<readonly ProvenEvent[]> {
  const paths = await pathsOf(pool, 'leaves', headEvents, events, ({ stored }) => leafOf(stored));
  return events.map(({ number, at, stored: { stream, revision, eventId, type, data, metadata } }, n) => ({
    ...{ number, at, event: { stream, revision, eventId, type, data, metadata } },
    path: paths[n] ?? [],
  }));
}

/** The same for the parts of each event that a distributor may read. @throws NotAsRecorded */
export async function proveOwnParts(
  pool: Pool,
  headEvents: number,
  events: readonly Collected[],
  { distributorId, secret }: { readonly distributorId: string; readonly secret: Buffer },
): Promise<readonly DisclosedEvent[]> {
  const leaf = ({ number, stored }: Collected) => partsLeafOf(stored, leafOf(stored), number, secret);
  const paths = await pathsOf(pool, 'parts', headEvents, events, leaf);
  return events.map((event, n) => ({
    ...{ number: event.number, at: event.at, parts: disclose(event, distributorId, secret) },
    path: paths[n] ?? [],
  }));
}

async function pathsOf(
  pool: Pool,
  over: TreeOver,
  headEvents: number,
  events: readonly Collected[],
  hashOf: (event: Collected) => Buffer,
): Promise<readonly (readonly string[])[]> {
  const lastSegment = Math.ceil(headEvents / SEGMENT_EVENTS) - 1;
  const hashesOf = async (segment: number) => {
    const hashes = (await readSegment(pool, segment))?.[over] ?? [];
    // More may have come since the head.
    return hashes.slice(0, headEvents - segment * SEGMENT_EVENTS);
  };
  const roots = [...((await rootsBefore(pool, lastSegment, over)) ?? []), rootOf(await hashesOf(lastSegment))];
  const treeOfRoots = new MerkleTree(roots);

  const paths: (readonly string[])[] = [];
  // Events are in their order, so each segment is read once.
  let held: { readonly segment: number; readonly hashes: readonly Buffer[]; readonly tree: MerkleTree } | undefined;
  for (const event of events) {
    const [segment, index] = [Math.floor((event.number - 1) / SEGMENT_EVENTS), (event.number - 1) % SEGMENT_EVENTS];
    if (held?.segment !== segment) {
      const hashes = await hashesOf(segment);
      held = { segment, hashes, tree: new MerkleTree(hashes) };
    }
    if (!held.hashes[index]?.equals(hashOf(event))) {
      throw new NotAsRecorded(`Event ${event.number}`);
    }
    const path = [...held.tree.pathOf(index), ...treeOfRoots.pathOf(segment)];
    paths.push(path.map((hash) => hash.toString('hex')));
  }
  return paths;
}

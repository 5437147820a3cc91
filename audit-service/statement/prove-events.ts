import { sorted } from '@perktree/event-store/migrate-events/canonical-event';
import type { Pool } from 'pg';
import { leafOf, leafOfSorted } from '../chain/hashes.ts';
import { largestPowerBelow, rootOf } from '../chain/merkle-tree.ts';
import { type ChainPart, hashOfPart, partsLeafOf, partsOf, saltOf } from '../chain/parts-hash.ts';
import { recordedHashes, rootsBefore, SEGMENT_EVENTS, type TreeOver } from '../chain/segments.ts';
import { type Collected, NotAsRecorded } from './collect-events.ts';
import type { DisclosedEvent, ProvenEvent, ShownPart } from './statement.ts';

/** Events as a statement has them, and the proof that they are what a head covers. */
export interface Proven<Event> {
  readonly events: readonly Event[];
  readonly proof: readonly string[];
}

/** @throws NotAsRecorded */
export async function proveWhole(
  pool: Pool,
  headEvents: number,
  collected: readonly Collected[],
): Promise<Proven<ProvenEvent>> {
  const events = collected.map(({ number, at, stored: { stream, revision, eventId, type, data, metadata } }) => {
    const ids = { data: sorted(data), eventId: eventId.toLowerCase(), metadata: sorted(metadata) };
    return { at, event: { ...ids, revision, stream, type }, number };
  });
  const leaves = events.map(({ number, event }) => ({ number, hash: leafOfSorted(event) }));
  return { events, proof: await proofOf(pool, 'leaves', headEvents, leaves) };
}

/** The same for the parts of each event that a distributor may read. @throws NotAsRecorded */
export async function proveOwnParts(
  pool: Pool,
  headEvents: number,
  collected: readonly Collected[],
  { distributorId, secret }: { readonly distributorId: string; readonly secret: Buffer },
): Promise<Proven<DisclosedEvent>> {
  const leaves = collected.map(({ number, stored }) => {
    return { number, hash: partsLeafOf(stored, leafOf(stored), number, secret) };
  });
  const events = collected.map((one) => ({
    number: one.number,
    at: one.at,
    parts: disclose(one, distributorId, secret),
  }));
  return { events, proof: await proofOf(pool, 'parts', headEvents, leaves) };
}

/** The parts of an event that are a distributor's to read: its terms, and the distributor's own shares. */
function disclose(
  { number, stored }: Pick<Collected, 'number' | 'stored'>,
  distributorId: string,
  secret: Buffer,
): DisclosedEvent['parts'] {
  return partsOf(stored, leafOf(stored)).map((part): DisclosedEvent['parts'][number] => {
    const salt = saltOf(secret, number, part.name);
    if (isOwn(part, distributorId)) return { ...part, salt: salt.toString('hex') };
    return { hidden: hashOfPart(salt, part).toString('hex') };
  });
}

function isOwn({ name, value }: ChainPart, distributorId: string): boolean {
  if (name === 'terms') return true;
  return typeof value === 'object' && value !== null && 'ownerId' in value && value.ownerId === distributorId;
}

export const isShown = (part: DisclosedEvent['parts'][number]): part is ShownPart => 'salt' in part;

interface Leaf {
  /** From 1. */
  readonly number: number;
  readonly hash: Buffer;
}

/**
 * One proof for all leaves: the hash of each largest subtree (RFC 6962, 2.1) without one of them, from left to right. Events
 * that stand near each other share their inner nodes.
 * @param leaves in the order of their numbers
 */
async function proofOf(
  pool: Pool,
  over: TreeOver,
  headEvents: number,
  leaves: readonly Leaf[],
): Promise<readonly string[]> {
  const lastSegment = Math.ceil(headEvents / SEGMENT_EVENTS) - 1;
  const hashesOf = async (segment: number) => {
    const recorded = await recordedHashes(pool, segment, over);
    // More may have come since the head.
    return recorded.slice(0, headEvents - segment * SEGMENT_EVENTS);
  };
  const roots = [...((await rootsBefore(pool, lastSegment, over)) ?? []), rootOf(await hashesOf(lastSegment))];
  const proof: Buffer[] = [];
  let next = 0;
  const hasLeaf = (end: number) => (leaves[next]?.number ?? Number.POSITIVE_INFINITY) <= end;

  const addSegment = (recorded: readonly Buffer[], first: number) => {
    const add = (from: number, count: number) => {
      const end = first + from + count;
      if (!hasLeaf(end)) {
        proof.push(rootOf(recorded.slice(from, from + count)));
      } else if (count === 1) {
        if (!recorded[from]?.equals((leaves[next] as Leaf).hash)) throw new NotAsRecorded(`Event ${end}`);
        next += 1;
      } else {
        const half = largestPowerBelow(count);
        add(from, half);
        add(from + half, count - half);
      }
    };
    add(0, recorded.length);
  };

  // A segment is a whole subtree: the tree over all events is one over the roots of segments.
  const addSegments = async (from: number, count: number): Promise<void> => {
    const end = Math.min((from + count) * SEGMENT_EVENTS, headEvents);
    if (!hasLeaf(end)) proof.push(rootOf(roots.slice(from, from + count)));
    else if (count === 1) addSegment(await hashesOf(from), from * SEGMENT_EVENTS);
    else {
      const half = largestPowerBelow(count);
      await addSegments(from, half);
      await addSegments(from + half, count - half);
    }
  };
  await addSegments(0, roots.length);
  return proof.map((hash) => hash.toString('hex'));
}

import { sorted } from '@perktree/event-store/migrate-events/canonical-event';
import type { Pool } from 'pg';
import { leafOf, leafOfSorted } from '../chain/hashes.ts';
import { largestPowerBelow, rootOf } from '../chain/merkle-tree.ts';
import { type ChainPart, hashOfPart, partsLeafOf, partsOf, saltOf } from '../chain/parts-hash.ts';
import { recordedTree, SEGMENT_EVENTS, type TreeOver } from '../chain/segments.ts';
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
  const tree = await recordedTree(pool, over, headEvents);
  if (tree === null) throw new NotAsRecorded(`The record of the first ${headEvents} events`);
  const proof: Buffer[] = [];
  let next = 0;
  /** Of the subtree over some nodes, which begins behind the event `first`. @param size events of each node; `open`: one with leaves */
  const add = async (
    nodes: readonly Buffer[],
    first: number,
    size: number,
    open: (node: Buffer, first: number) => Promise<void> | void,
  ): Promise<void> => {
    const [node] = nodes;
    const end = Math.min(first + nodes.length * size, headEvents);
    if ((leaves[next]?.number ?? Number.POSITIVE_INFINITY) > end) proof.push(rootOf(nodes));
    else if (nodes.length === 1 && node) await open(node, first);
    else {
      const half = largestPowerBelow(nodes.length);
      await add(nodes.slice(0, half), first, size, open);
      await add(nodes.slice(half), first + half * size, size, open);
    }
  };
  await add(tree.roots, 0, SEGMENT_EVENTS, async (_, start) => {
    await add(await tree.hashesOf(start / SEGMENT_EVENTS), start, 1, (hash, before) => {
      if (!hash.equals((leaves[next] as Leaf).hash)) throw new NotAsRecorded(`Event ${before + 1}`);
      next += 1;
    });
  });
  return proof.map((hash) => hash.toString('hex'));
}

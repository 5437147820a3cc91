import { createHash, hash } from 'node:crypto';
import { canonicalEvent, canonicalText, type SortedEvent } from '@perktree/event-store/migrate-events/canonical-event';
import type { StoredEvent } from '@perktree/event-store/port';

/** What stands before the first event. */
export const CHAIN_START = Buffer.alloc(32);

/** One byte in front keeps the hash of an event apart from that of two hashes (RFC 6962, 2.1). */
const LEAF = '\0';
/** Byte 1 and two hashes, written anew for each node. */
const node = Buffer.alloc(65, 1);

/**
 * Of all that was recorded of an event. Its place in the store is said by its place in the chain and not in here, so an
 * event has the same hash in every engine.
 */
export function leafOf(event: StoredEvent): Buffer {
  return hash('sha256', LEAF + canonicalEvent(event), 'buffer');
}

/** The same of an event whose names are in order already. */
export function leafOfSorted(event: SortedEvent): Buffer {
  return hash('sha256', LEAF + canonicalText(event), 'buffer');
}

/** The chain up to an event: of the chain before it and the event's own hash. */
export function linkOf(before: Buffer, leaf: Buffer): Buffer {
  return createHash('sha256').update(before).update(leaf).digest();
}

/** A node of the tree over the events' hashes. */
export function nodeOf(left: Buffer, right: Buffer): Buffer {
  node.set(left, 1);
  node.set(right, 33);
  return hash('sha256', node, 'buffer');
}

/** Count and chain of events that are added in the order of the store. */
export class RunningChain {
  events = 0;
  private chain: Buffer = CHAIN_START;

  add(event: StoredEvent): void {
    this.chain = linkOf(this.chain, leafOf(event));
    this.events += 1;
  }

  /** Hexadecimal; 64 zeros before the first event. */
  get head(): string {
    return this.chain.toString('hex');
  }
}

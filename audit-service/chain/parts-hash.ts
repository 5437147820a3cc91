import { createHash, createHmac } from 'node:crypto';
import { sorted } from '@perktree/event-store/migrate-events/canonical-event';
import type { StoredEvent } from '@perktree/event-store/port';
import { type ChainPart, partsOf } from './parts.ts';

const LEAF = Buffer.from([0]);

/**
 * The salt of a part. Without it, a reader of the hash could guess the part, because there are few possible amounts.
 * Salts are independent of each other.
 */
export function saltOf(secret: Buffer, number: number, name: string): Buffer {
  return createHmac('sha256', secret).update(`${number} ${name}`).digest();
}

export function hashOfPart(salt: Buffer, { name, value }: ChainPart): Buffer {
  return createHash('sha256')
    .update(salt)
    .update(JSON.stringify([name, sorted(value)]))
    .digest();
}

/** The leaf that stands for an event in the tree over parts: of the hashes of its parts in their order. */
function leafOfParts(hashes: readonly Buffer[]): Buffer {
  return hashes.reduce((hash, part) => hash.update(part), createHash('sha256').update(LEAF)).digest();
}

/** @param number of the event in the chain, from 1; `leaf`: of the whole event */
export function partsLeafOf(event: StoredEvent, leaf: Buffer, number: number, secret: Buffer): Buffer {
  return leafOfParts(partsOf(event, leaf).map((part) => hashOfPart(saltOf(secret, number, part.name), part)));
}

import { leafOf } from '../chain/hashes.ts';
import { type ChainPart, hashOfPart, partsOf, saltOf } from '../chain/parts-hash.ts';
import type { Collected } from './collect-events.ts';
import type { DisclosedEvent, ShownPart } from './statement.ts';

/** The parts of an event that are a distributor's to read: its terms, and the distributor's own shares. */
export function disclose(
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

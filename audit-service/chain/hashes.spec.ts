import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CHAIN_START, leafOf, linkOf, nodeOf } from './hashes.ts';
import { partsOf } from './parts-hash.ts';

const sha256 = (...parts: (string | Buffer)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map(bytes)))
    .digest();
const bytes = (part: string | Buffer) => (typeof part === 'string' ? Buffer.from(part) : part);

/** The steps of docs/how-to/issue-statements.md, done by hand: a person who checks a statement has only that page. */
describe('the hashes of the chain', () => {
  const event = {
    ...{ stream: 'thing-1', revision: 2, position: 9n, eventId: 'A0000000-0000-4000-8000-000000000001' },
    ...{ type: 'Happened', data: { b: 1, a: 'é' }, metadata: { actor: { id: 'x' } } },
  };
  const written =
    '["thing-1",2,"a0000000-0000-4000-8000-000000000001","Happened",{"a":"é","b":1},{"actor":{"id":"x"}}]';

  it('are of all of an event, with its keys in order', () => {
    expect(leafOf(event)).toEqual(sha256(Buffer.from([0]), written));
  });

  it('link an event to everything before it', () => {
    const leaf = leafOf(event);
    const first = linkOf(CHAIN_START, leaf);
    expect(first).toEqual(sha256(Buffer.alloc(32), leaf));
    expect(linkOf(first, leaf)).toEqual(sha256(first, leaf));
    expect(linkOf(first, leaf)).not.toEqual(first);
  });

  it('of two nodes are not those of an event', () => {
    const leaf = leafOf(event);
    expect(nodeOf(leaf, CHAIN_START)).toEqual(sha256(Buffer.from([1]), leaf, CHAIN_START));
  });
});

it.each([
  [2, ['whole']],
  [3, ['whole', 'terms']],
])('a corrected reference of version %d keeps the parts that the chain recorded', (schemaVersion, names) => {
  const event = {
    ...{ stream: 'payouts', revision: 2, position: 3n, eventId: 'event' },
    ...{ type: 'PayoutReferenceCorrected', data: { noteHash: 'ab' }, metadata: { schemaVersion } },
  };
  expect(partsOf(event, Buffer.alloc(32)).map(({ name }) => name)).toEqual(names);
});

import { createHash } from 'node:crypto';
import { consistencyPath } from '@perktree/audit-service/chain/consistency';
import { rootOf } from '@perktree/audit-service/chain/merkle-tree';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import { expect, it } from 'vitest';
import { headIn, isBeginning } from './consistency.ts';

const SIZE = 21;
const leaves = (of: string) =>
  Array.from({ length: SIZE }, (_, n) => createHash('sha256').update(`${of} ${n}`).digest());
const hex = (hash: Buffer) => hash.toString('hex');
const headOf = (events: number, of = 'whole', parts: string | null = 'parts'): SignedHead => ({
  ...{ events, position: `${events}`, chain: 'ab'.repeat(32), signedAt: '2026-05-10T10:00:00.000Z' },
  ...{ keyId: 'k', signature: 's', root: hex(rootOf(leaves(of).slice(0, events))) },
  parts: parts && hex(rootOf(leaves(parts).slice(0, events))),
});
const proofOf = (from: number, to: number) => {
  const path = (of: string) => consistencyPath(from, to, (a, b) => rootOf(leaves(of).slice(a, b))).map(hex);
  return { from, to, path: path('whole'), partsPath: path('parts') };
};

it('the history of each head is the beginning of that of a later one', async () => {
  for (let from = 1; from <= SIZE; from += 1) {
    expect([from, await isBeginning(headOf(from), headOf(SIZE), proofOf(from, SIZE))]).toEqual([from, true]);
    expect(await isBeginning(headOf(from, 'other'), headOf(SIZE), proofOf(from, SIZE))).toBe(false);
    expect(await isBeginning(headOf(from, 'whole', 'other'), headOf(SIZE), proofOf(from, SIZE))).toBe(false);
  }
  expect(await isBeginning(headOf(9, 'whole', null), headOf(SIZE), proofOf(9, SIZE))).toBe(true);
  expect(await isBeginning(headOf(9), headOf(SIZE), { ...proofOf(9, SIZE), partsPath: null })).toBe(false);
});

it('a head is found in what readers keep', () => {
  const head = headOf(3);
  for (const kept of [head, [head], { heads: [head] }, { head }]) expect(headIn(JSON.stringify(kept))).toEqual(head);
  // Two readers could take another root from it each.
  const twice = JSON.stringify(head).replace('{', `{"root":"${hex(rootOf(leaves('other')))}",`);
  for (const text of ['', '{}', '[]', 'null', '<html>', JSON.stringify({ ...head, root: 'x' }), twice]) {
    expect(headIn(text)).toBeNull();
  }
});

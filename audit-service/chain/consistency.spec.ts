import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditDatabase, openAuditDatabase } from '../testing/audit-database.ts';
import { consistencyPath, consistencyProof } from './consistency.ts';
import { followChain } from './follow-chain.ts';
import { rootOf } from './merkle-tree.ts';
import { SEGMENT_EVENTS } from './segments.ts';

interface Path {
  readonly from: number;
  readonly to: number;
  readonly path: readonly string[];
}
const { isConsistent }: { isConsistent(proof: Path, before: string, after: string): boolean } = await import(
  join(import.meta.dirname, '../../scripts/verify-heads.mjs')
);

const hex = (hash: Buffer) => hash.toString('hex');
const hashes = (count: number, seed = 0) => Array.from({ length: count }, (_, n) => Buffer.alloc(32, n + seed));
const rootOfFirst = (all: readonly Buffer[], count: number) => hex(rootOf(all.slice(0, count)));

describe('a consistency proof', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat()).map(([to, n]) => [(n % to) + 1, to] as const);
  const proof = (all: readonly Buffer[], from: number, to: number): Path => ({
    ...{ from, to },
    path: consistencyPath(from, to, (start, end) => rootOf(all.slice(start, end))).map(hex),
  });

  it('is accepted, and refused where one of the first hashes was another one, where one is left out, and for other sizes', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), ([from, to], at) => {
        const all = hashes(to);
        const changed = all.with(at % from, Buffer.alloc(32, 255));
        const [before, after] = [rootOfFirst(all, from), rootOfFirst(all, to)];
        expect(isConsistent(proof(all, from, to), rootOfFirst(changed, from), after)).toBe(false);
        expect(isConsistent(proof(changed, from, to), before, rootOfFirst(changed, to))).toBe(false);
        const genuine = proof(all, from, to);
        expect(isConsistent(genuine, before, after)).toBe(true);
        fc.pre(genuine.path.length > 0);
        const shorter = genuine.path.toSpliced(at % genuine.path.length, 1);
        expect(isConsistent({ ...genuine, path: shorter }, before, after)).toBe(false);
        expect(isConsistent({ ...genuine, path: [...genuine.path, before] }, before, after)).toBe(false);
        const [beside] = genuine.path;
        const flipped = [beside === before ? after : before, ...genuine.path.slice(1)];
        fc.pre(flipped[0] !== beside);
        expect(isConsistent({ ...genuine, path: flipped }, before, after)).toBe(false);
      }),
    );
  });

  it('is that of RFC 6962, 2.1.3, for its tree of seven leaves', () => {
    const within = (start: number, end: number) => Buffer.from([start, end]);
    const named = (from: number) => consistencyPath(from, 7, within).map((range) => [...range]);
    // c, d, g, l
    expect(named(3)).toEqual([
      [2, 3],
      [3, 4],
      [0, 2],
      [4, 7],
    ]);
    // l
    expect(named(4)).toEqual([[4, 7]]);
    // i, j, k
    expect(named(6)).toEqual([
      [4, 6],
      [6, 7],
      [0, 4],
    ]);
  });
});

describe('the proof over recorded events', () => {
  let database: AuditDatabase;
  const COUNT = SEGMENT_EVENTS * 3 + 17;
  const heads = new Map<number, { root: string; parts: string | null }>();
  const STOPS = [
    1,
    700,
    SEGMENT_EVENTS,
    SEGMENT_EVENTS + 1,
    SEGMENT_EVENTS * 2 - 1,
    SEGMENT_EVENTS * 2,
    COUNT - 1,
    COUNT,
  ];
  beforeAll(async () => {
    database = await openAuditDatabase();
    const store = new MemoryStore();
    for (const stop of STOPS) {
      const first = [...heads.keys()].at(-1) ?? 0;
      store.push(
        ...Array.from({ length: stop - first }, (_, n) => ({
          ...{ stream: 'thing', revision: first + n, position: BigInt(first + n + 1), eventId: randomUUID() },
          ...{ type: 'Happened', data: { n }, metadata: {} },
        })),
      );
      const { events, root, parts } = await followChain({ store, pool: database.pool });
      heads.set(events, { root: hex(root), parts: parts && hex(parts) });
    }
  });
  afterAll(() => database?.close());

  it('fits the heads at every two sizes, within, at and across segments', async () => {
    for (const [from, before] of heads) {
      for (const [to, after] of heads) {
        if (from > to) continue;
        const proof = await consistencyProof(database.pool, from, to);
        const { path, partsPath } = proof ?? { path: ['none'], partsPath: null };
        expect([from, to, isConsistent({ from, to, path }, before.root, after.root)]).toEqual([from, to, true]);
        expect(isConsistent({ from, to, path: partsPath ?? [] }, `${before.parts}`, `${after.parts}`)).toBe(true);
      }
    }
  });

  it('does not exist over events that were not recorded', async () => {
    expect(await consistencyProof(database.pool, 5, COUNT + 1)).toBeNull();
  });
});

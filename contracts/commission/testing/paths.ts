import fc from 'fast-check';
import { fromBasisPoints } from '../../kernel/percent.ts';
import type { PathNode } from '../rule.ts';

/** A path as a tree can hold it: percents never rise on the way down; any of its QRs may be unclaimed. */
export const paths: fc.Arbitrary<PathNode[]> = fc
  .array(
    fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }), owner: fc.option(fc.integer({ max: 5, min: 0 })) }),
    { minLength: 1, maxLength: 33 },
  )
  .map((nodes) => {
    const falling = nodes.map((node) => node.basisPoints).sort((a, b) => b - a);
    return nodes.map(({ owner }, depth) => ({
      qrId: `qr-${depth}`,
      ownerId: owner === null ? null : `owner-${owner}`,
      percent: fromBasisPoints(falling[depth] ?? 0),
    }));
  });

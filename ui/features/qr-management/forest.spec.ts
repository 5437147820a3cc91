import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { expect, it } from 'vitest';
import { asCreated, countBelow, growForest, type TreeNode } from './forest.ts';

const qr = (id: string, parentQrId: string | null) => ({ id, parentQrId }) as QrAnswer;
const shape = (node: TreeNode): unknown => [node.qr.id, node.children.map(shape)];

it('grows trees out of a flat list, whatever its order', () => {
  const forest = growForest([qr('grandchild', 'child'), qr('root', null), qr('child', 'root'), qr('other', null)]);
  expect(forest.map(shape)).toEqual([
    ['root', [['child', [['grandchild', []]]]]],
    ['other', []],
  ]);
  expect(forest.map(countBelow)).toEqual([2, 0]);
});

it('puts a QR whose parent is somebody else’s at the top', () => {
  expect(growForest([qr('claimed', 'not-mine'), qr('below', 'claimed')]).map(shape)).toEqual([
    ['claimed', [['below', []]]],
  ]);
});

it('keeps the order of creation when a QR is added below an old tree', () => {
  const made = (id: string, parentQrId: string | null, day: number) =>
    ({ id, name: id, parentQrId, createdAt: `2026-01-0${day}T00:00:00.000Z` }) as QrAnswer;
  // As the server lists them: newest first.
  const qrs = [
    made('grandchild', 'child 2', 6),
    made('child 10', 'old', 5),
    made('child 2', 'old', 5),
    made('first child', 'old', 3),
    made('new', null, 2),
    made('old', null, 1),
  ];
  expect(asCreated(growForest(qrs)).map(shape)).toEqual([
    ['new', []],
    [
      'old',
      [
        ['first child', []],
        ['child 2', [['grandchild', []]]],
        ['child 10', []],
      ],
    ],
  ]);
});

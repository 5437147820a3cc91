import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { expect, it } from 'vitest';
import { countBelow, growForest, type TreeNode } from './forest.ts';

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

import type { TreeRow } from '@perktree/contracts/qr/answers';
import { expect, it } from 'vitest';
import { layoutOf, NODE } from './layout.ts';

const row = (id: string, level: number, childCount = 0) => ({ id, level, childCount }) as TreeRow;
const LINE = NODE.height + NODE.gapY;
const COLUMN = NODE.width + NODE.gapX;

it('stacks leaves, and puts parents halfway down their children', () => {
  const { nodes, width, height } = layoutOf([row('a', 0, 2), row('b', 1, 2), row('c', 2), row('d', 2, 7), row('e', 1)]);
  expect(nodes.map(({ row: { id }, x, y, parent, hidden }) => [id, x / COLUMN, y / LINE, parent, hidden])).toEqual([
    ['a', 0, 1.25, null, 0],
    ['b', 1, 0.5, 0, 0],
    ['c', 2, 0, 1, 0],
    ['d', 2, 1, 1, 7],
    ['e', 1, 2, 0, 0],
  ]);
  expect([width, height]).toEqual([3 * COLUMN - NODE.gapX, 3 * LINE - NODE.gapY]);
});

it('places a single QR', () => {
  expect(layoutOf([row('a', 0)])).toMatchObject({
    width: NODE.width,
    height: NODE.height,
    nodes: [{ x: 0, y: 0, parent: null }],
  });
});

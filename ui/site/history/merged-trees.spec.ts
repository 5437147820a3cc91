import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { expect, it } from 'vitest';
import { mergedTrees } from './history-view.tsx';

const node = (qrId: string, ...children: TreeAsOfNode[]) => ({ qrId, children }) as TreeAsOfNode;

it('puts the QRs of later pages below the ones that these repeat, in their order', () => {
  const pages = [
    [node('a', node('b'))],
    [node('a', node('b', node('c')), node('d'))],
    [node('a', node('e')), node('f')],
  ];
  expect(mergedTrees(pages)).toEqual([node('a', node('b', node('c')), node('d'), node('e')), node('f')]);
  expect(mergedTrees([])).toEqual([]);
});

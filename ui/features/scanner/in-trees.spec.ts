import type { TreeRow } from '@perktree/contracts/http/qr-answers';
import { expect, it } from 'vitest';
import type { LoadedList } from '../../lib/use-api.ts';
import { inTrees } from './in-trees.ts';

const made = { id: 'made', parentQrId: null, isClaimed: false } as TreeRow;
const claimed = { id: 'claimed', parentQrId: null, isClaimed: true } as TreeRow;
const child = { id: 'child', parentQrId: 'claimed', isClaimed: false } as TreeRow;
const rows = (items: readonly TreeRow[] | undefined, hasMore: boolean) =>
  inTrees({ items, hasMore } as LoadedList<TreeRow>).items;

it('leaves out created roots, and is not empty before the last page', () => {
  expect(rows([made, claimed, child], true)).toEqual([claimed, child]);
  expect(rows([made], true)).toBeUndefined();
  expect(rows([made], false)).toEqual([]);
  expect(rows(undefined, false)).toBeUndefined();
});

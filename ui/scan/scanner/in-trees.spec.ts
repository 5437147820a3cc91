import type { TreeRow } from '@perktree/contracts/qr/answers';
import { expect, it } from 'vitest';
import type { LoadedList } from '../../lib/use-api.ts';
import { inTrees } from './qr-codes-tab.tsx';

const made = { id: 'made', parentQrId: null, isClaimed: false } as TreeRow;
const claimed = { id: 'claimed', parentQrId: null, isClaimed: true } as TreeRow;
const child = { id: 'child', parentQrId: 'claimed', isClaimed: false } as TreeRow;
const of = (items: TreeRow[] | undefined, hasMore: boolean) => inTrees({ items, hasMore } as LoadedList<TreeRow>);

it('leaves out created roots, which the page shows too and counts as shown; it is not empty before the last page', () => {
  expect(of([made, claimed, child], true)).toMatchObject({ items: [claimed, child], shownElsewhere: 1 });
  expect([of([made], true).items, of([made], false).items]).toEqual([undefined, []]);
  expect(of(undefined, false).items).toBeUndefined();
});

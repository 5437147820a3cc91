import { expect, it } from 'vitest';
import { onTop } from './on-top.ts';

it('puts a new site at the top of the list, once', () => {
  const [harbour, corner] = [{ id: 'harbour' }, { id: 'corner' }];
  expect(onTop(harbour, [corner])).toEqual([harbour, corner]);
  expect(onTop(harbour, [corner, harbour])).toEqual([harbour, corner]);
});

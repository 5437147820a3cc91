import { expect, it } from 'vitest';
import { tillReferenceFold, useTillReference } from './till-reference.ts';

const id = (n: number) => `0198c0de-0000-4000-8000-${String(n).padStart(12, '0')}`;
const use = (scan: number) => {
  const place = { siteId: id(1), tenantId: id(2), qrId: id(3) };
  return { ...place, reference: 'till-1/0042', scanId: id(scan), redemptionId: id(scan + 100) };
};

it('a reference stands for the first scan that it is used with', () => {
  const [used] = useTillReference(null, use(10));
  expect(used).toEqual({ type: 'TillReferenceUsed', data: use(10) });
  const state = tillReferenceFold.evolve(null, used as NonNullable<typeof used>, '');
  expect(useTillReference(state, use(10))).toEqual([]);
  expect(() => useTillReference(state, use(11))).toThrow(expect.objectContaining({ code: 'TILL_REFERENCE_USED' }));
});

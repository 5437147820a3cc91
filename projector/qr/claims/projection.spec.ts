import { expect, it } from 'vitest';
import { inTree, rootCreated } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { claims } from './projection.ts';

it('claims and releases are rows of their own', () => {
  const of = { ...inTree('root'), distributorId: 'dora' };
  const rows = rowsAfter(claims, [
    rootCreated('root'),
    { type: 'QrClaimed', data: of, at: '2026-03-02T10:00:00.000Z' },
    { type: 'QrClaimReleased', data: of, at: '2026-03-03T10:00:00.000Z' },
    { type: 'QrClaimed', data: { ...of, distributorId: 'emil' }, at: '2026-03-04T10:00:00.000Z' },
  ]);
  expect(rows.map(({ distributor_id, at }) => [distributor_id, at])).toEqual([
    ['dora', '2026-03-02T10:00:00.000Z'],
    ['dora', '2026-03-03T10:00:00.000Z'],
    ['emil', '2026-03-04T10:00:00.000Z'],
  ]);
});

import { describe, expect, it } from 'vitest';
import { NOON, SITE } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { siteBlocks } from './projection.ts';

const blocked = (at: string, noteId: string | null = null) =>
  ({ type: 'DistributorBlocked', data: { ...SITE, distributorId: 'dora', noteId, noteHash: null }, at }) as const;
const unblocked = { type: 'DistributorUnblocked', data: { ...SITE, distributorId: 'dora' } } as const;

describe('blocked distributors of a site', () => {
  it('do not include unblocked distributors, unless they were blocked again', () => {
    expect(rowsAfter(siteBlocks, [blocked(NOON), unblocked])).toMatchObject([{ is_blocked: false }]);
    expect(rowsAfter(siteBlocks, [blocked(NOON), unblocked, blocked('2026-04-01T08:00:00Z')])).toMatchObject([
      { is_blocked: true, blocked_at: '2026-04-01T08:00:00.000Z', note_id: null },
    ]);
  });
});

import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { describe, expect, it } from 'vitest';
import { distributorRights } from './distributor-rights.ts';

const qr = (changes: Partial<QrAnswer>) => ({ siteId: 'site', parentQrId: null, ...changes }) as QrAnswer;
const allowed = { canSplit: true, canCreateTopLevel: true, isBlocked: false };
const of = (changes: Partial<QrAnswer>, site = allowed) => {
  const rights = distributorRights(new Map([['site', site]]));
  const one = qr(changes);
  return [rights.split(one), rights.sibling(one), rights.edit(one)];
};

describe('what a distributor is offered', () => {
  it('is everything on a root that it has claimed', () => {
    expect(of({ isMine: true, isClaimed: true })).toEqual([true, true, true]);
  });

  it('is a split of an unclaimed QR below its own', () => {
    expect(of({ isMine: false, isClaimed: false, parentQrId: 'root' })).toEqual([true, false, false]);
  });

  it('is nothing on a QR that another distributor has claimed, or on a root that it has not claimed', () => {
    expect(of({ isMine: false, isClaimed: true, parentQrId: 'root' })).toEqual([false, false, false]);
    expect(of({ isMine: false, isClaimed: false })).toEqual([false, false, false]);
  });

  it('is nothing where the owner has blocked it', () => {
    const blocked = { canSplit: false, canCreateTopLevel: false, isBlocked: true };
    expect(of({ isMine: true, isClaimed: true }, blocked)).toEqual([false, false, false]);
  });
});

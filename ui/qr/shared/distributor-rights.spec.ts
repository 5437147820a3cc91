import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { describe, expect, it } from 'vitest';
import { distributorRights } from './own-qrs.ts';

const qr = (changes: Partial<QrAnswer>) => ({ siteId: 'site', parentQrId: null, ...changes }) as QrAnswer;
const allowed = { canSplit: true, canCreateTopLevel: true, isBlocked: false };
const of = (changes: Partial<QrAnswer>, site = allowed) => {
  const rights = distributorRights(new Map([['site', site]]));
  const one = qr(changes);
  return [rights.split(one), rights.sibling(one), rights.edit(one)];
};

describe('rights of a distributor', () => {
  it('allow everything on a claimed root', () => {
    expect(of({ isMine: true, isClaimed: true })).toEqual([true, true, true]);
  });

  it('allow splitting an unclaimed QR below a claimed one', () => {
    expect(of({ isMine: false, isClaimed: false, parentQrId: 'root' })).toEqual([true, false, false]);
  });

  it('allow nothing on a QR of another distributor or on an unclaimed root', () => {
    expect(of({ isMine: false, isClaimed: true, parentQrId: 'root' })).toEqual([false, false, false]);
    expect(of({ isMine: false, isClaimed: false })).toEqual([false, false, false]);
  });

  it('allow nothing when the owner has blocked the distributor', () => {
    const blocked = { canSplit: false, canCreateTopLevel: false, isBlocked: true };
    expect(of({ isMine: true, isClaimed: true }, blocked)).toEqual([false, false, false]);
  });
});

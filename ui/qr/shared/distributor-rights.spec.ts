import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { expect, it } from 'vitest';
import { distributorRights } from './own-qrs.ts';

const ALLOWED = { canSplit: true, canCreateTopLevel: true, isBlocked: false };
const BLOCKED = { canSplit: false, canCreateTopLevel: false, isBlocked: true };
const MINE = { isMine: true, isClaimed: true };

it.each([
  ['split, sibling, edit', 'a claimed root', MINE, ALLOWED],
  ['split, edit', 'a claimed child', { ...MINE, parentQrId: 'root' }, ALLOWED],
  ['split', 'an unclaimed QR below a claimed one', { parentQrId: 'root' }, ALLOWED],
  ['', 'a QR of another distributor', { isClaimed: true, parentQrId: 'root' }, ALLOWED],
  ['', 'an unclaimed root', {}, ALLOWED],
  ['', 'a claimed root of a blocked distributor', MINE, BLOCKED],
])('a distributor may "%s" %s', (expected, _, changes, site) => {
  const rights = distributorRights(new Map([['site', site]]));
  const qr = { siteId: 'site', parentQrId: null, isMine: false, isClaimed: false, ...changes } as QrAnswer;
  expect((['split', 'sibling', 'edit'] as const).filter((right) => rights[right](qr)).join(', ')).toBe(expected);
});

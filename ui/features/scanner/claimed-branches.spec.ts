import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { expect, it } from 'vitest';
import { claimedBranches } from './claimed-branches.ts';

const qr = (id: string, parentQrId: string | null, isMine: boolean) => ({ id, parentQrId, isMine }) as QrAnswer;
const namesOf = (branches: ReturnType<typeof claimedBranches>): unknown =>
  branches.map((branch) => [branch.qr.id, namesOf(branch.children)]);

it('shows claimed QRs at the top and what is below them in their place', () => {
  const list = [
    qr('mine', null, true),
    qr('other root', null, false),
    qr('child', 'mine', false),
    qr('claimed child', 'mine', true),
    qr('grandchild', 'child', false),
    qr('lone child', 'a QR of another', true),
  ];
  expect(namesOf(claimedBranches(list))).toEqual([
    [
      'mine',
      [
        ['child', [['grandchild', []]]],
        ['claimed child', []],
      ],
    ],
    ['lone child', []],
  ]);
});

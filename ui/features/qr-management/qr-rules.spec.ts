import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { expect, it } from 'vitest';
import { withAncestors } from './qr-rules.ts';

const qr = (id: string, parentQrId: string | null) => ({ id, parentQrId }) as QrAnswer;
const ALL = [qr('a', null), qr('b', 'a'), qr('c', 'b'), qr('d', null)];

it.each([
  [['c'], ['c', 'b', 'a']],
  [
    ['d', 'b'],
    ['d', 'b', 'a'],
  ],
  [[], []],
])('%j is shown with what is above it', (found, shown) => {
  const rows = found.map((id) => ALL.find((one) => one.id === id) as QrAnswer);
  expect(withAncestors(rows, ALL).map(({ id }) => id)).toEqual(shown);
});

it('shows a QR whose parent is somebody else’s by itself', () => {
  expect(withAncestors([qr('x', 'unknown')], ALL).map(({ id }) => id)).toEqual(['x']);
});

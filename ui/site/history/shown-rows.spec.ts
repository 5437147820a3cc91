import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { expect, it } from 'vitest';
import { shownRows } from './trees-as-of.tsx';

const node = (qrId: string, ...children: TreeAsOfNode[]) => ({ qrId, children }) as TreeAsOfNode;
const TREES = [node('a', node('b', node('c')), node('d')), node('e')];
const rows = (...closed: string[]) =>
  shownRows(TREES, new Set(closed)).map(({ qr, position, size }) => `${qr.qrId} ${position}/${size}`);

it('shows each QR before those below it, and nothing below closed ones', () => {
  expect(rows()).toEqual(['a 1/2', 'b 1/2', 'c 1/1', 'd 2/2', 'e 2/2']);
  expect(rows('b')).toEqual(['a 1/2', 'b 1/2', 'd 2/2', 'e 2/2']);
  expect(rows('a', 'e')).toEqual(['a 1/2', 'e 2/2']);
});

import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';
import type { MarkAnswer } from '@perktree/contracts/audit/report-calls';
import { describe, expect, it } from 'vitest';
import { mergedTrees } from './history-view.tsx';
import { beside, changesBetween, momentAt, shownRows, stopsOf } from './trees-as-of.tsx';

const NOON = '2026-03-01T12:00:00.000Z';
const mark = (minute: number, kind: string, asOf: string): MarkAnswer => ({
  ...{ asOf, kind, qrId: 'qr', events: 1 },
  at: new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString(),
});

describe('the stops of a slider', () => {
  const stops = stopsOf([
    mark(0, 'RootQrCreated', '2'),
    mark(1, 'QrSplit', '3'),
    mark(1, 'QrClaimed', '4'),
    mark(2, 'QrEdited', '5'),
  ]);

  it('group the events of one instant', () => {
    expect(stops.map(({ asOf, kinds, events }) => [asOf, kinds, events])).toEqual([
      ['2', ['RootQrCreated'], 1],
      ['2026-03-01T12:01:00.000Z', ['QrSplit', 'QrClaimed'], 2],
      ['5', ['QrEdited'], 1],
    ]);
  });

  it('are found by the address', () => {
    expect(momentAt(stops, '5')).toBe(stops[2]);
    expect(momentAt(stops, null)).toBe(stops[2]);
    expect(momentAt(stops, 'nonsense')).toBe(stops[2]);
    expect(momentAt(stops, '2026-03-01T12:01:30Z')).toEqual({ time: Date.parse('2026-03-01T12:01:30Z'), kinds: [] });
    expect(momentAt([], '5')).toBeUndefined();
  });

  it.each([
    ['5', -1, 1],
    ['2026-03-01T12:01:30Z', -1, 1],
    ['2026-03-01T12:01:30Z', 1, 2],
    ['2020-01-01T00:00:00Z', 1, 0],
    ['2020-01-01T00:00:00Z', -1, undefined],
  ] as const)('have neighbours: beside %s by %i', (asOf, by, index) => {
    expect(beside(stops, asOf, by)).toBe(index === undefined ? undefined : stops[index]);
  });

  it('go back to the compared time, but not past it', () => {
    const [, middle] = stops;
    expect(beside(stops, '5', -1, middle?.asOf)).toBe(middle);
    expect(beside(stops, middle?.asOf ?? null, -1, middle?.asOf)).toBeUndefined();
  });
});

describe('changes between two times', () => {
  const termsOf = (discountPercent: number) => ({
    ...{ type: 'DISCOUNT_PERCENT' as const, discountPercent, discountFixedAmount: null, textReward: null },
    currency: 'EUR' as const,
  });
  const qr = (part: Partial<TreeAsOfNode>): TreeAsOfNode => ({
    ...{ qrId: 'a', name: 'Root', internalName: null, depth: 0, commissionPercent: '10.00' },
    ...{ benefitDisplay: '20% Discount', benefitTerms: termsOf(20) },
    ...{ availableCommission: 10, isClaimed: false, owner: null, isActive: true, issuePeriod: 1, maxRedemptions: null },
    ...{ expiresAtUtc: '', totalScans: 0, totalRedemptions: 0, periodRedemptions: 0, createdAt: '', children: [] },
    ...part,
  });

  const before = (...trees: readonly TreeAsOfNode[]) => ({ asOf: NOON, position: '9', trees: [...trees] });
  const after = (...trees: readonly TreeAsOfNode[]) => ({ asOf: NOON, position: '10', trees: [...trees] });

  it('have a benefit as data, so that it is said in any language; without changes they are empty', () => {
    const later = qr({ benefitDisplay: '25% Discount', benefitTerms: termsOf(25) });
    const [{ changes = [] } = {}] = changesBetween(before(qr({})), after(later));
    expect(changes).toEqual([{ what: 'benefitDisplay', before: termsOf(20), after: termsOf(25) }]);
    expect(changesBetween(before(later), after(later))).toEqual([]);
  });

  it('list new QRs and changed fields', () => {
    const owner = { id: 'u', name: 'Ana' };
    const root = qr({ owner, isClaimed: true, commissionPercent: '12.00', totalScans: 2, maxRedemptions: 3 });
    const later = { ...root, children: [qr({ qrId: 'b', name: 'Child' })] };
    const changes = changesBetween(before(qr({})), after(later));
    expect(changes).toEqual([
      {
        ...{ qrId: 'a', name: 'Root', isNew: false },
        changes: [
          { what: 'owner', before: null, after: 'Ana' },
          { what: 'commissionPercent', before: '10.00', after: '12.00' },
          { what: 'maxRedemptions', before: null, after: '3' },
          { what: 'totalScans', before: '0', after: '2' },
        ],
      },
      { qrId: 'b', name: 'Child', isNew: true, changes: [] },
    ]);
    expect(changesBetween(after(later), before(qr({})))).toEqual(changes);
    const another = { ...before(later), asOf: '2026-03-01T12:00:00.001Z' };
    expect(changesBetween(another, after(qr({})))).toEqual(changes);
  });
});

const node = (qrId: string, ...children: TreeAsOfNode[]) => ({ qrId, children }) as TreeAsOfNode;
const TREES = [node('a', node('b', node('c')), node('d')), node('e')];
const rows = (...closed: string[]) =>
  shownRows(TREES, new Set(closed)).map(({ qr, position, size }) => `${qr.qrId} ${position}/${size}`);

it('shows each QR before those below it, and nothing below closed ones', () => {
  expect(rows()).toEqual(['a 1/2', 'b 1/2', 'c 1/1', 'd 2/2', 'e 2/2']);
  expect(rows('b')).toEqual(['a 1/2', 'b 1/2', 'd 2/2', 'e 2/2']);
  expect(rows('a', 'e')).toEqual(['a 1/2', 'e 2/2']);
});

it('puts the QRs of later pages below the ones that these repeat, in their order', () => {
  const pages = [
    [node('a', node('b'))],
    [node('a', node('b', node('c')), node('d'))],
    [node('a', node('e')), node('f')],
  ];
  expect(mergedTrees(pages)).toEqual([node('a', node('b', node('c')), node('d'), node('e')), node('f')]);
  expect(mergedTrees([])).toEqual([]);
});

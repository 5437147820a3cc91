import { describe, expect, it } from 'vitest';
import type { Cell } from './cell.ts';
import { GOALS, type Goal, goalTable, outcomesOf } from './goals.ts';

const cell = (contender: string, round: number, value: number, why: string | null = null): Cell => ({
  ...{ part: 'p', workload: 'w', contender, round, diskMs: 1, void: why },
  figures: { 'per second': value },
});
const of = (contender: string) => ({ part: 'p', workload: 'w', contender, figure: 'per second' });
const goal = (wanted: Goal['wanted']): Goal => ({ goal: 'g', of: of('a'), by: of('b'), wanted, unit: '×' });

describe('a goal', () => {
  it('is a ratio within one round, never across rounds', () => {
    const cells = [cell('a', 1, 100), cell('b', 1, 10), cell('a', 2, 10), cell('b', 2, 1), cell('a', 3, 50)];
    expect(outcomesOf(cells, [goal({ atLeast: 10 })])).toMatchObject([{ median: 10, worst: 10, reached: true }]);
  });

  it('is missed if any round falls below 80 % of it', () => {
    const rounds = (worst: number) => [10, 12, worst].flatMap((a, n) => [cell('a', n, a), cell('b', n, 1)]);
    expect(outcomesOf(rounds(8), [goal({ atLeast: 10 })])).toMatchObject([{ worst: 8, reached: true }]);
    expect(outcomesOf(rounds(7.9), [goal({ atLeast: 10 })])).toMatchObject([{ worst: 7.9, reached: false }]);
    expect(outcomesOf(rounds(13), [goal({ atMost: 12 })])).toMatchObject([{ worst: 13, reached: true }]);
    expect(outcomesOf(rounds(16), [goal({ atMost: 12 })])).toMatchObject([{ worst: 16, reached: false }]);
  });

  it('ignores void cells and goals without figures', () => {
    const cells = [cell('a', 1, 100, 'wrong'), cell('b', 1, 10)];
    expect(outcomesOf(cells, [goal({ atLeast: 1 })])).toEqual([]);
    expect(outcomesOf([], GOALS)).toEqual([]);
  });

  it('is listed in the table with its bound', () => {
    const outcomes = outcomesOf([cell('a', 1, 7), cell('b', 1, 2)], [goal({ atLeast: 3 })]);
    expect(goalTable(outcomes)).toContain('| g | ≥ 3 × | 3.5 × | 3.5 × | reached |');
  });
});

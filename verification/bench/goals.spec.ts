import { describe, expect, it } from 'vitest';
import { GOALS, type Goal, goalTable, outcomesOf } from './goals.ts';
import { type Cell, median, tableOf } from './report.ts';

const cell = (contender: string, round: number, value: number, why: string | null = null): Cell => ({
  ...{ workload: 'w', contender, round, void: why },
  figures: { x: value, y: 1 },
});
const of = (contender: string) => ({ workload: 'w', contender, figures: ['x'] });
const goal = (wanted: Goal['wanted']): Goal => ({ goal: 'g', of: of('a'), by: of('b'), wanted });

describe('a goal', () => {
  it('is a ratio within one round, never across rounds', () => {
    const cells = [cell('a', 1, 100), cell('b', 1, 10), cell('a', 2, 10), cell('b', 2, 1), cell('a', 3, 50)];
    expect(outcomesOf(cells, [goal({ atLeast: 10 })])).toMatchObject([{ median: 10, worst: 10, reached: true }]);
  });

  it('is a sum of figures', () => {
    const both = { goal: 'g', of: { ...of('a'), figures: ['x', 'y'] }, wanted: { atMost: 8 } };
    expect(outcomesOf([cell('a', 1, 7)], [both])).toMatchObject([{ median: 8, reached: true }]);
  });

  it('is missed if any round falls below 80 % of it', () => {
    const rounds = (worst: number) => [10, 12, worst].flatMap((a, n) => [cell('a', n, a), cell('b', n, 1)]);
    expect(outcomesOf(rounds(8), [goal({ atLeast: 10 })])).toMatchObject([{ worst: 8, reached: true }]);
    expect(outcomesOf(rounds(7.9), [goal({ atLeast: 10 })])).toMatchObject([{ worst: 7.9, reached: false }]);
    expect(outcomesOf(rounds(13), [goal({ atMost: 12 })])).toMatchObject([{ worst: 13, reached: true }]);
    expect(outcomesOf(rounds(16), [goal({ atMost: 12 })])).toMatchObject([{ worst: 16, reached: false }]);
  });

  it('ignores void cells and goals without figures', () => {
    expect(outcomesOf([cell('a', 1, 100, 'wrong'), cell('b', 1, 10)], [goal({ atLeast: 1 })])).toEqual([]);
    expect(outcomesOf([], GOALS)).toEqual([]);
  });

  it('is listed in the table with its bound', () => {
    const outcomes = outcomesOf([cell('a', 1, 7), cell('b', 1, 2)], [goal({ atLeast: 3 })]);
    expect(goalTable(outcomes)).toContain('| g | ≥ 3 | 3.5 | 3.5 | reached |');
  });
});

it('shows medians with the lowest and the highest value, and counts void cells', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  const table = tableOf([cell('a', 1, 1_000), cell('a', 2, 3_000), cell('a', 3, 2_000), cell('a', 4, 9, 'a backlog')]);
  expect(table).toContain('| w | a | x 2,000 (1,000 – 3,000); y 1 (1 – 1); **1 void** |');
});

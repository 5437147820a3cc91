import { describe, expect, it } from 'vitest';
import { readRows, treesOf } from './rows.ts';

/** Rows of a file: the name, and its parent after a colon. */
const read = (...rows: string[]) => {
  const lines = rows.map(
    (row) => `${row.split(':')[0]},${row.split(':')[1] ?? ''},TEXT_REWARD,${row.split(':')[2] ?? ''}`,
  );
  return treesOf(readRows(['name,parent,type,renewalPolicy', ...lines].join('\n')).rows);
};
const shape = ({ trees }: ReturnType<typeof read>) =>
  trees.map(({ rows }) => rows.map(({ row, parent }) => `${row.fields.name}<${parent ?? ''}`).join(' '));
const faults = ({ problems }: ReturnType<typeof read>) =>
  problems.map((problem) => `${problem.row} ${problem.column} ${'rule' in problem ? problem.rule : ''}`);

describe('rows with parents', () => {
  it('are trees by name or row, in any order, each row after its parent', () => {
    const sorted = read('Leaf:Branch', 'Root', 'Branch:Root', 'Other', 'By row:5', 'Twig:2');
    expect(faults(sorted)).toEqual([]);
    expect(shape(sorted)).toEqual(['Root< Branch<0 Leaf<1 Twig<2', 'Other< By row<0']);
  });

  it('with a name of digits: the name counts before the row', () => {
    expect(shape(read('Root', '2:Root', 'Below:2'))).toEqual(['Root< 2<0 Below<1']);
  });

  it('are problems where the parent is unknown, ambiguous or below the row itself', () => {
    expect(faults(read('Root', 'A:Nowhere', 'B:A'))).toEqual(['3 parent parentUnknown']);
    expect(faults(read('Twin', 'Twin', 'A:Twin'))).toEqual(['4 parent parentAmbiguous']);
    expect(faults(read('A:B', 'B:A', 'C:C'))).toEqual([
      '2 parent parentCycle',
      '3 parent parentCycle',
      '4 parent parentCycle',
    ]);
  });

  it('choose how they renew at the root alone, and are 300 in a tree at most', () => {
    expect(faults(read('Root', 'A:Root:none'))).toEqual(['3 renewalPolicy renewalOfRoot']);
    const many = Array.from({ length: 300 }, (_, n) => `Q${n}:Root`);
    expect(faults(read('Root', ...many))).toEqual(['2 name treeTooLarge']);
    expect(faults(read('Root', ...many.slice(1)))).toEqual([]);
  });
});

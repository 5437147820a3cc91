import { describe, expect, it } from 'vitest';
import { mutantsOf } from './mutants.ts';

const after = (source: string) => mutantsOf(source, 'a.ts').mutants.map((mutant) => mutant.after);

describe('mutants of a source', () => {
  it.each([
    ['const f = (a: number, b: number) => a < b;', ['a <= b', 'a > b']],
    ['const f = (a: boolean) => !a;', ['a']],
    ['const f = (a: boolean, b: boolean) => a && b;', ['a || b']],
    ['if (a) throw new Error();', ['']],
    ['check(a);', ['']],
    ['const n = list.filter((x) => x).length;', ['list']],
    ['const n = a.plus(1);', ['a.minus(1)', '1 + 1']],
    ['const t = a ? b : c;', ['b', 'c']],
    ['type T = 1 | true; interface I { a: 5 }', []],
    ["import { a } from './a.ts';", []],
  ])('%s', (source, expected) => expect(after(source).toSorted()).toEqual([...expected].toSorted()));

  it('stand in one text, in which the chosen one lives and without one nothing has changed', () => {
    const { text, mutants } = mutantsOf('return (a < 5 && !b) ? [a, b].filter(Boolean).length : 0;', 'a.ts');
    const run = (chosen: number | undefined, a: number, b: boolean) => {
      const code = text.replace(/^const .*\n/, '');
      return new Function('__mutant', 'a', 'b', code)(chosen ?? -1, a, b) as number;
    };
    expect(run(undefined, 4, false)).toBe(1);
    expect(run(undefined, 5, false)).toBe(0);
    const boundary = mutants.find((mutant) => mutant.after === 'a <= 5');
    expect(run(boundary?.id, 5, false)).toBe(1);
    const unfiltered = mutants.find((mutant) => mutant.after === '[a, b]');
    expect(run(unfiltered?.id, 4, false)).toBe(2);
    expect(mutants.map(({ id }) => id)).toEqual(mutants.map((_, n) => n));
  });
});

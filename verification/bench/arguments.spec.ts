import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const PARTS = ['redeem', 'hot', 'reads'] as const;
const read = (...words: string[]) => readArguments(words, PARTS);

describe('the words of the bench', () => {
  it('choose parts, which run in their own order; none is all', () => {
    expect(read().parts).toEqual(PARTS);
    expect(read('reads', 'redeem').parts).toEqual(['redeem', 'reads']);
  });

  it('choose how much and where it is written', () => {
    expect(read()).toMatchObject({ scale: 'full', json: null, profile: null, rounds: null, large: false });
    expect(read('--quick', '--json', 'a.json')).toMatchObject({ scale: 'quick', json: 'a.json', beside: null });
    expect(read('reads', '--beside', 'a.json')).toMatchObject({ parts: ['reads'], beside: 'a.json' });
    expect(read('--tiny', '--large', '--rounds', '3')).toMatchObject({ scale: 'tiny', large: true, rounds: 3 });
  });

  it.each([['rebuilds'], ['--fast'], ['redeem', 'cold'], ['--json'], ['--rounds', '0'], ['--rounds', 'five']])(
    'refuse %s %s and say what there is',
    (...words) => {
      expect(() => read(...words.filter(Boolean))).toThrow(/npm run bench -- \[redeem hot reads\]/);
    },
  );
});

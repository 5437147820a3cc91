import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const PARTS = ['redeem', 'hot', 'reads'] as const;
const read = (...args: string[]) => readArguments(args, PARTS);

describe('arguments of npm run bench', () => {
  it('select parts, which run in a fixed order; default: all', () => {
    expect(read().parts).toEqual(PARTS);
    expect(read('reads', 'redeem').parts).toEqual(['redeem', 'reads']);
  });

  it('select the scale and the output files', () => {
    expect(read()).toMatchObject({ scale: 'full', json: null, profile: null, rounds: null, large: false });
    expect(read('--quick', '--json', 'a.json')).toMatchObject({ scale: 'quick', json: 'a.json', beside: null });
    expect(read('reads', '--beside', 'a.json')).toMatchObject({ parts: ['reads'], beside: 'a.json' });
    expect(read('--tiny', '--large', '--rounds', '3')).toMatchObject({ scale: 'tiny', large: true, rounds: 3 });
  });

  it.each([['rebuilds'], ['--fast'], ['redeem', 'cold'], ['--json'], ['--rounds', '0'], ['--rounds', 'five']])(
    'are refused with the usage if invalid: %s %s',
    (...args) => {
      expect(() => read(...args.filter(Boolean))).toThrow(/npm run bench -- \[redeem hot reads\]/);
    },
  );
});

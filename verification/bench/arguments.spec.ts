import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import { FULL, LONG, QUICK } from './scale.ts';

const read = (...args: string[]) => readArguments(args, ['redeem', 'services']);

it('select parts, which run in a fixed order, and the scale', () => {
  expect(read()).toEqual({ parts: ['redeem', 'services'], scale: FULL, profile: null });
  expect(read('services', '--quick')).toMatchObject({ parts: ['services'], scale: QUICK });
  expect(read('--long', '--rounds', '4', '--profile', 'p')).toMatchObject({
    scale: { ...LONG, rounds: 4 },
    profile: 'p',
  });
});

it.each([['rebuilds'], ['--fast'], ['--rounds', '0'], ['--rounds', 'five']])('are refused: %s %s', (...args) => {
  expect(() => read(...args.filter(Boolean))).toThrow(/npm run bench -- \[redeem services\]/);
});

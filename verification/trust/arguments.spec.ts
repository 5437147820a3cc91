import { describe, expect, it } from 'vitest';
import { readArguments, WrongArguments } from './arguments.ts';
import type { Part } from './part.ts';

const part = (name: string): Part => ({
  ...{ name, about: '', unit: 'things', quick: 1 },
  run: async () => ({ counts: {}, violations: [] }),
});
const ALL = [part('one'), part('two')];
const read = (line: string) => readArguments(line.split(' ').filter(Boolean), ALL);

describe('arguments of npm run trust', () => {
  it('select parts; default: all', () => {
    expect(read('')?.parts).toEqual(ALL);
    expect(read('two --quick')?.parts.map(({ name }) => name)).toEqual(['two']);
    expect(read('two --seed -4 --count 7'.replace(' -4', '=-4'))).toMatchObject({ seed: -4, count: 7, hours: null });
    expect(read('--hours 0.5')?.hours).toBe(0.5);
    expect(read('help')).toBeNull();
  });

  it('include parts that measure times only by name or in a long run', () => {
    const timed = { ...part('timed'), measuresTime: true as const };
    const all = [...ALL, timed];
    expect(readArguments(['--quick'], all)?.parts).toEqual(ALL);
    expect(readArguments(['timed', '--quick'], all)?.parts).toEqual([timed]);
    expect(readArguments(['--hours', '1'], all)?.parts).toEqual(all);
  });

  it.each([
    'three',
    '--quick --hours 1',
    '--hours 0',
    '--hours x',
    'one --seed 1.5',
    'one --count 0',
    '--count 4',
    '--x',
  ])('are refused if invalid: %s', (line) => {
    expect(() => read(line)).toThrow(WrongArguments);
  });
});

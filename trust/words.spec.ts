import { describe, expect, it } from 'vitest';
import type { Part } from './part.ts';
import { readWords, WrongWords } from './words.ts';

const part = (name: string): Part => ({
  ...{ name, about: '', unit: 'things', quick: 1 },
  run: async () => ({ counts: {}, violations: [] }),
});
const ALL = [part('one'), part('two')];
const read = (line: string) => readWords(line.split(' ').filter(Boolean), ALL);

describe('the words of npm run trust', () => {
  it('select parts, or all of them', () => {
    expect(read('')?.parts).toEqual(ALL);
    expect(read('two --quick')?.parts.map(({ name }) => name)).toEqual(['two']);
    expect(read('two --seed -4 --count 7'.replace(' -4', '=-4'))).toMatchObject({ seed: -4, count: 7, hours: null });
    expect(read('--hours 0.5')?.hours).toBe(0.5);
    expect(read('help')).toBeNull();
  });

  it('leave what measures times to whoever asks for it by its name, or for everything', () => {
    const timed = { ...part('timed'), measuresTime: true as const };
    const all = [...ALL, timed];
    expect(readWords(['--quick'], all)?.parts).toEqual(ALL);
    expect(readWords(['timed', '--quick'], all)?.parts).toEqual([timed]);
    expect(readWords(['--hours', '1'], all)?.parts).toEqual(all);
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
  ])('are refused when they make no sense: %s', (line) => {
    expect(() => read(line)).toThrow(WrongWords);
  });
});

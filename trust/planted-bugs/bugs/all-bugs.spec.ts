import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PARTS } from '../../parts.ts';
import { readWords } from '../../words.ts';
import { isSpec } from '../bug.ts';
import { ALL_BUGS } from './all-bugs.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

describe('the planted bugs', () => {
  it('are at least forty, ten of them quick, each with a name of its own', () => {
    expect(ALL_BUGS.length).toBeGreaterThanOrEqual(40);
    expect(ALL_BUGS.filter(({ isQuick }) => isQuick).length).toBeGreaterThanOrEqual(10);
    expect(new Set(ALL_BUGS.map(({ name }) => name)).size).toBe(ALL_BUGS.length);
  });

  it.each(ALL_BUGS)('$name: can be planted in $file as it is now', ({ file, before, after, caughtBy }) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    expect(source.split(before).length - 1, 'stands there once').toBe(1);
    expect(after).not.toBe(before);
    if (isSpec(caughtBy)) expect(existsSync(join(ROOT, caughtBy)), caughtBy).toBe(true);
    else expect(readWords(caughtBy.split(' '), PARTS)?.parts).toHaveLength(1);
  });
});

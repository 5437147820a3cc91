import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { WrongArguments } from './arguments.ts';
import { earlierParts } from './earlier.ts';

const folder = mkdtempSync(join(tmpdir(), 'perktree-bench-earlier-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeFile(text: string): string {
  const file = join(folder, 'figures.json');
  writeFileSync(file, text);
  return file;
}

const cell = (part: string, round: number) => ({ part, round, workload: 'w', contender: 'c', figures: {}, void: null });
const started = '2026-05-01T10:00:00.000Z';

it('returns the parts of an earlier run that are not measured again, with its start', () => {
  const cells = [cell('redeem', 1), cell('growth', 1), cell('growth', 2), cell('start', 1)];
  const file = writeFile(JSON.stringify({ started, scale: 'full', cells }));
  expect(earlierParts(file, ['redeem', 'start'])).toEqual({
    started: new Date(started),
    parts: ['growth'],
    cells: [cell('growth', 1), cell('growth', 2)],
  });
});

it.each(['', '{}', JSON.stringify({ started, scale: 'quick', cells: [] })])('refuses %j', (text) => {
  const file = writeFile(text);
  expect(() => earlierParts(file, [])).toThrow(WrongArguments);
  expect(() => earlierParts(`${file}.not`, [])).toThrow(/cannot be read/);
});

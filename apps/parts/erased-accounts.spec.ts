import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveUuid } from '@perktree/command-service/engine/command';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ErasedAccountsFile } from './erased-accounts.ts';

const [first, second, third] = ['first', 'second', 'third'].map((name) => deriveUuid(name)) as [string, string, string];
let folder: string;
let file: ErasedAccountsFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perktree-erased-'));
  file = new ErasedAccountsFile(folder);
  file.add([first]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// A full disk or a power cut leaves it so. The database has the id, and the next start adds it again.
it.each([1, 20, 36])('does without an id that was cut off after %i characters, until it is added again', (length) => {
  appendFileSync(file.path, second.slice(0, length));
  const known = length === 36 ? [first, second] : [first];
  expect(file.read()).toEqual(known);
  file.add([third]);
  file.add([second, third]);
  expect(new Set(file.read())).toEqual(new Set([first, second, third]));
  expect(readFileSync(file.path, 'utf8')).toMatch(/^([0-9a-f-]{36}\n){3}$/);
});

it('is refused with a whole line that is no id', () => {
  writeFileSync(file.path, `${first}\nno id\n`);
  expect(() => file.read()).toThrow(`${file.path} holds a line that is no account id: no id`);
});

it('logs where it cannot be written: the account is erased, and the next start adds its id', () => {
  const lines: string[] = [];
  rmSync(file.path);
  mkdirSync(file.path);
  file.note(second, { error: (_: unknown, line: string) => void lines.push(line) } as never);
  expect(lines).toEqual([expect.stringContaining('erased-accounts')]);
});

import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from './copy-tree.ts';
import { plant } from './plant.ts';
import { outcomeOf, outcomeOfPart } from './run-check.ts';

describe('what a run of a spec came to', () => {
  it.each([
    [0, null, 'Tests  3 passed (3)', 'passed'],
    [1, null, 'Tests  1 failed | 2 passed (3)', 'failed'],
    [null, 'SIGKILL', '', 'failed'],
    [1, null, 'No test files found', 'broken'],
    [1, null, 'Test Files  1 failed (1)\nTests  no tests', 'broken'],
    [0, null, 'Tests  no tests', 'broken'],
  ] as const)('%s %s %j: %s', (code, signal, output, outcome) => expect(outcomeOf(code, signal, output)).toBe(outcome));
});

describe('what a run of a part came to', () => {
  it.each([
    [0, null, '1 passed, 0 failed', 'passed'],
    [1, null, 'VIOLATION in kill-rig: I1 exactly once: …', 'failed'],
    [1, null, 'VIOLATION in kill-rig: it ended early: Error: no disk', 'broken'],
    [1, null, 'Error [ERR_MODULE_NOT_FOUND]', 'broken'],
    [2, null, 'There is no part x', 'broken'],
    [null, 'SIGKILL', '', 'failed'],
  ] as const)('%s %s %j: %s', (code, signal, output, outcome) =>
    expect(outcomeOfPart(code, signal, output)).toBe(outcome),
  );
});

describe('a copy of the sources', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'perktree-original-'));
    for (const folder of ['part', 'part/dist', 'node_modules/pkg', 'node_modules/@perktree']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    writeFileSync(join(root, 'part/rule.ts'), 'a < b && a < c');
    writeFileSync(join(root, 'part/dist/old.js'), '');
    symlinkSync('../../part', join(root, 'node_modules/@perktree/part'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('takes a bug, gives it back, and leaves the original alone', () => {
    const { folder, remove } = copyTree(root);
    const bug = { name: 'off by one', file: 'part/rule.ts', before: 'a < b', after: 'a <= b', caughtBy: '' };
    const putBack = plant(folder, bug);
    // Through the workspaces of the copy, as imports come to it.
    expect(readFileSync(join(folder, 'node_modules/@perktree/part/rule.ts'), 'utf8')).toBe('a <= b && a < c');
    expect(readFileSync(join(root, 'part/rule.ts'), 'utf8')).toBe('a < b && a < c');
    putBack();
    expect(readFileSync(join(folder, 'part/rule.ts'), 'utf8')).toBe('a < b && a < c');
    expect(() => plant(folder, { ...bug, before: 'a <' })).toThrow('2 times');
    expect(existsSync(join(folder, 'part/dist'))).toBe(false);
    expect(lstatSync(join(folder, 'node_modules/pkg')).isSymbolicLink()).toBe(true);
    remove();
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(root, 'node_modules/pkg'))).toBe(true);
  });
});

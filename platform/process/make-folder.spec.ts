import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileFailure } from './file-failure.ts';
import { makeFolder } from './make-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'perktree-folders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program says whose folder this is; null: it is there. */
function said(path: string): string | null {
  try {
    makeFolder(path);
    return null;
  } catch (error) {
    return fileFailure(error, 'set DATA_DIR to another folder');
  }
}

describe('makeFolder', () => {
  it('creates missing folders above it, and takes one that is there, also behind a link', () => {
    const deep = join(folder, 'a/b/c');
    expect([said(deep), said(deep), statSync(deep).isDirectory()]).toEqual([null, null, true]);
    symlinkSync(join(folder, 'a'), join(folder, 'link'));
    expect(said(join(folder, 'link/b/d'))).toBe(null);
  });

  it.each([
    ['where the system has no folders of others', '/proc/x/data', '/proc/x', 'no folder can be created there'],
    ['below a file', join(folder, 'file/data'), join(folder, 'file/data'), 'a part of its path is a file'],
    [
      'at a dangling link',
      join(folder, 'dangling'),
      join(folder, 'dangling'),
      'a file, or a link that leads nowhere, has its name',
    ],
    [
      'at a link to itself',
      join(folder, 'loop/data'),
      join(folder, 'loop'),
      'a file, or a link that leads nowhere, has its name',
    ],
    ['with too long a name', join(folder, 'x'.repeat(300)), join(folder, 'x'.repeat(300)), 'its name is too long'],
  ])('ends with a sentence %s', (_, path, named, why) => {
    writeFileSync(join(folder, 'file'), '');
    for (const [target, name] of [
      ['nowhere', 'dangling'],
      ['loop', 'loop'],
    ] as const) {
      rmSync(join(folder, name), { force: true });
      symlinkSync(join(folder, target), join(folder, name));
    }
    expect(said(path)).toBe(`${named} cannot be written: ${why}. Mend that, or set DATA_DIR to another folder.`);
  });

  it('names what the system says where there are no words of ours', () => {
    mkdirSync(join(folder, 'kept'));
    expect(fileFailure({ code: 'EIO', errno: -5, syscall: 'open', path: '/data' }, 'mend')).toContain(
      'i/o error (EIO)',
    );
  });
});

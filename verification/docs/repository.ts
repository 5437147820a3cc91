import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Files that match Git's patterns, including those that Git does not track yet. Without patterns: all files. */
export function files(...patterns: readonly string[]): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    ...{ cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 24 },
  });
  return listed
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(ROOT, file)));
}

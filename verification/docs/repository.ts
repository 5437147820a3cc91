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

/** A generated page: its beginning, which is written by hand and ends before this mark, and what is generated. */
export const generated = (page: string, mark: string, lines: readonly string[]): string =>
  `${read(page).split(mark)[0]}${lines.join('\n')}\n`;

/** The code blocks of a page that have this language. */
export function codeBlocks(page: string, language: string): readonly string[] {
  const blocks = read(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}

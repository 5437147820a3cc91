import { readFileSync, rmSync, type WriteFileOptions, writeFileSync } from 'node:fs';
import { isDiskFull } from '@perktree/platform/postgres/disk-full';
import { fileFailure } from '@perktree/platform/process/file-failure';

/**
 * The error for a file or folder of the command line that cannot be written.
 * @param error of the system
 * @param option that names it: `--to`
 */
export function fileRefused(error: unknown, file: string, option: string): Error {
  const { code, errno } = error as NodeJS.ErrnoException;
  const mend = `choose another with ${option}`;
  if (code === 'ENOENT')
    return new Error(`${file} cannot be written: nothing can be created there. Mend that, or ${mend}.`);
  const sentence = fileFailure({ code, errno, path: file }, mend);
  return sentence === null ? (error as Error) : new Error(sentence);
}

/** Writes a file that an option names; whole, or not at all on a full disk. @throws Error with a sentence about it */
export function writeNamedFile(
  option: string,
  file: string,
  content: string | Uint8Array,
  how?: WriteFileOptions,
): void {
  try {
    writeFileSync(file, content, how);
  } catch (error) {
    if (isDiskFull(error)) rmSync(file);
    throw fileRefused(error, file, option);
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

/**
 * The content of a file that the command line names.
 * @param file absolute
 * @throws Error with a sentence about the file
 */
export function contentOfNamedFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = UNREADABLE[String((error as NodeJS.ErrnoException).code)];
    throw why === undefined ? error : new Error(`${file} cannot be read: ${why}.`);
  }
}

/** The same as text. */
export const readNamedFile = (file: string): string => contentOfNamedFile(file).toString('utf8');

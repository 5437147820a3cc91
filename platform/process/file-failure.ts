import { getSystemErrorMap } from 'node:util';

/** Reasons for errors that a person mends outside the program. Others have the system's own words. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
};
/** The same for a folder that is to be created. */
const REASONS_OF_FOLDERS: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be created there',
  EEXIST: 'a file, or a link that leads nowhere, has its name',
};

interface SystemError {
  readonly code?: string;
  readonly errno?: number;
  readonly syscall?: string;
  readonly path?: string;
}

/**
 * A sentence about a file or folder that the system does not let the program write.
 * @param mend what a person can do instead of correcting the reason: `set DATA_DIR to another folder`
 * @returns null for other errors, and for a missing file, which the program itself may have to explain
 */
export function fileFailure(error: unknown, mend: string): string | null {
  const { code = '', errno, syscall, path } = (error ?? {}) as SystemError;
  const why =
    (syscall === 'mkdir' ? REASONS_OF_FOLDERS[code] : undefined) ?? REASONS[code] ?? wordsOf(code, errno, path);
  return why === null
    ? null
    : `${path ?? 'A file of the data folder'} cannot be written: ${why}. Mend that, or ${mend}.`;
}

function wordsOf(code: string, errno: number | undefined, path: string | undefined): string | null {
  if (errno === undefined || path === undefined || code === 'ENOENT') return null;
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return words === undefined ? null : `${words} (${code})`;
}

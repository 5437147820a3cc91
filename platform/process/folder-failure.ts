/** Codes of errors with files that a person mends outside the program. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  ENOTDIR: 'a part of its path is a file',
};

/** A sentence for a data folder that cannot be written; null for other errors. */
export function folderFailure(error: unknown): string | null {
  const { code, path } = (error ?? {}) as { readonly code?: string; readonly path?: string };
  const why = REASONS[code ?? ''];
  if (why === undefined) return null;
  return `${path ?? 'A file of the data folder'} cannot be written: ${why}. Mend that, or set DATA_DIR to another folder.`;
}

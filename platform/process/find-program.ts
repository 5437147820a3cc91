import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps servers: the PATH of users does not name these folders. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The path of an installed program. @returns null if it is not installed */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | null {
  const files = [...path.split(delimiter), ...MORE_FOLDERS].map((folder) => join(folder, name));
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

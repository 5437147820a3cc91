import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and missing ones above it, one by one. Node's recursive `mkdir` never returns where the system answers ENOENT
 * below an existing folder, as it does in /proc.
 * @throws the error of the system, for which `fileFailure` has a sentence
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let each = resolve(path); !existsSync(each); each = dirname(each)) missing.unshift(each);
  for (const each of missing) {
    try {
      mkdirSync(each);
    } catch (error) {
      // Another process was faster. A link that leads nowhere is there too, but does not exist.
      if (!existsSync(each)) throw error;
    }
  }
}

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UUID } from '@perktree/contracts/kernel/uuid';
import { erasedAccountIds } from '@perktree/identity/delete-account';
import { makeFolder } from '@perktree/platform/process/make-folder';
import type { Pool } from 'pg';

/**
 * Ids of erased accounts, one a line, in a file of the data folder that no backup replaces. A restore erases them again.
 */
export class ErasedAccountsFile {
  readonly path: string;

  constructor(private readonly dataDir: string) {
    this.path = join(dataDir, 'erased-accounts');
  }

  /** @throws Error for a line that is no id */
  read(): readonly string[] {
    return existsSync(this.path) ? erasedIdsIn(readFileSync(this.path, 'utf8'), this.path) : [];
  }

  add(userIds: readonly string[]): void {
    const known = new Set(this.read());
    const added = userIds.filter((id) => !known.has(id));
    if (added.length === 0) return;
    makeFolder(this.dataDir);
    appendFileSync(this.path, added.map((id) => `${id}\n`).join(''), { mode: 0o600, flush: true });
  }

  /** Adds the ids of the database: a crash may have prevented an earlier write to the file. */
  async addAllOf(pool: Pool): Promise<void> {
    this.add(await erasedAccountIds(pool));
  }
}

/** @throws Error for a line that is no id */
export function erasedIdsIn(text: string, file: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const ids = lines.filter((line) => line !== '');
  const wrong = ids.find((id) => !UUID.test(id));
  if (wrong !== undefined) throw new Error(`${file} holds a line that is no account id: ${wrong.slice(0, 60)}`);
  return ids;
}

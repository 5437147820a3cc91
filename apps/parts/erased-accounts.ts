import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { UUID } from '@perktree/contracts/kernel/uuid';
import { erasedAccountIds } from '@perktree/identity/delete-account';
import { makeFolder } from '@perktree/platform/process/make-folder';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/** An id of which a full disk or a power cut has left the beginning: the database has it, and the next start adds it. */
const CUT_OFF = /(?<=^|\n)[\da-f-]{1,35}$/;

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
    return erasedIdsIn(this.text(), this.path);
  }

  add(userIds: readonly string[]): void {
    const known = new Set(this.read());
    const added = userIds.filter((id) => !known.has(id));
    if (added.length === 0) return;
    makeFolder(this.dataDir);
    const text = this.text();
    if (existsSync(this.path)) truncateSync(this.path, text.length);
    const lines = added.map((id) => `${id}\n`).join('');
    appendFileSync(this.path, text === '' || text.endsWith('\n') ? lines : `\n${lines}`, { mode: 0o600, flush: true });
  }

  /** Adds the id of an account that was erased just now. Where that fails, the next start adds it. */
  note(userId: string, logger: Pick<FastifyBaseLogger, 'error'>): void {
    try {
      this.add([userId]);
    } catch (err) {
      logger.error({ err }, `an erased account is not in ${this.path} yet: mend that, and start again`);
    }
  }

  private text(): string {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8').replace(CUT_OFF, '') : '';
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

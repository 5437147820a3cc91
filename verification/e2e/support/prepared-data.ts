import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { onceInRun } from './once-in-run.ts';
import { type Product, startProduct } from './product.ts';

/**
 * The data of a product at its start: no accounts, the demo business, or a medium business shaped like a large one
 * (apps/standalone/demo/large-past.ts).
 */
export type Contents = 'nothing' | 'the demo business' | 'the medium business';

/**
 * Starts a product on prepared data. The database is created, migrated and filled once in a run, and copied for each file.
 * Tests of the first start need `startProduct`.
 */
export async function startPrepared(contents: Contents, env: Record<string, string> = {}): Promise<Product> {
  const folder = await prepared(contents);
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-e2e-'));
  // Keep owners and permissions: when run as root, the database belongs to another user.
  execFileSync('cp', ['-a', `${folder}/.`, dataDir]);
  return startProduct({ dataDir, args: ARGS[contents], env });
}

const ARGS: Readonly<Record<Contents, readonly string[]>> = {
  nothing: [],
  'the demo business': ['--demo', '--demo-months', '0'],
  'the medium business': ['--demo-medium'],
};

function prepared(contents: Contents): Promise<string> {
  return onceInRun(contents, async () => {
    const product = await startProduct({ args: ARGS[contents] });
    await product.stop();
    const folder = join(inject('preparedData'), contents.replaceAll(' ', '-'));
    renameSync(product.dataDir, folder);
    return folder;
  });
}

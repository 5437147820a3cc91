import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Business, furnish } from './furnish.ts';
import { type Product, removeData, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the data folders lie that the files of a run start from (vitest-global-setup.ts). */
    readonly preparedData: string;
  }
}

/**
 * What a product finds when it starts: no account yet, the demo business, that business furnished for its pages, or a
 * business in the shape of a large one (apps/standalone/demo/large-past.ts).
 */
export type Contents = 'nothing' | 'the demo business' | 'the furnished business' | 'the medium business';

/**
 * Starts a product on what an earlier start has left: the database is made, migrated and filled once in a run, and copied
 * for each file. Tests of the very first start need `startProduct`.
 */
export async function startPrepared(contents: Contents, env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-e2e-'));
  // With owners and rights, since as root the database belongs to another user.
  execFileSync('cp', ['-a', `${await folderWith(contents)}/.`, dataDir]);
  return startProduct({ dataDir, args: argsFor(contents), env });
}

/** What the furnished business is made of. */
export async function furnishedBusiness(): Promise<Business> {
  return JSON.parse(readFileSync(join(await folderWith('the furnished business'), BUSINESS), 'utf8')) as Business;
}

const BUSINESS = 'business.json';
const ARGS: Readonly<Record<Contents, readonly string[]>> = {
  nothing: [],
  'the demo business': ['--demo', '--demo-months', '0'],
  'the furnished business': ['--demo', '--demo-months', '0'],
  'the medium business': ['--demo-medium'],
};
const argsFor = (contents: Contents) => ARGS[contents];

async function folderWith(contents: Contents): Promise<string> {
  const folder = join(inject('preparedData'), contents.replaceAll(' ', '-'));
  if (existsSync(folder)) return folder;
  const product =
    contents === 'the furnished business'
      ? await startPrepared('the demo business')
      : await startProduct({ args: argsFor(contents) });
  const business = contents === 'the furnished business' ? await furnish(product.url) : null;
  await product.stop();
  if (business) writeFileSync(join(product.dataDir, BUSINESS), JSON.stringify(business));
  try {
    renameSync(product.dataDir, folder);
  } catch (error) {
    // Another file that began at the same time was the first.
    if (!existsSync(folder)) throw error;
    removeData(product);
  }
  return folder;
}

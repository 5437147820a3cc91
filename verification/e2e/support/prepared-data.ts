import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Business, furnish } from './furnish.ts';
import { onceInRun } from './once-in-run.ts';
import { type Product, startProduct } from './product.ts';

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
  const { folder } = await prepared(contents);
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-e2e-'));
  // With owners and rights, since as root the database belongs to another user.
  execFileSync('cp', ['-a', `${folder}/.`, dataDir]);
  return startProduct({ dataDir, args: ARGS[contents], env });
}

/** What the furnished business is made of. */
export async function furnishedBusiness(): Promise<Business> {
  return (await prepared('the furnished business')).business as Business;
}

const ARGS: Readonly<Record<Contents, readonly string[]>> = {
  nothing: [],
  'the demo business': ['--demo', '--demo-months', '0'],
  'the furnished business': ['--demo', '--demo-months', '0'],
  'the medium business': ['--demo-medium'],
};

interface Prepared {
  readonly folder: string;
  readonly business: Business | null;
}

function prepared(contents: Contents): Promise<Prepared> {
  return onceInRun(contents, async () => {
    const isFurnished = contents === 'the furnished business';
    const product = await (isFurnished ? startPrepared('the demo business') : startProduct({ args: ARGS[contents] }));
    const business = isFurnished ? await furnish(product.url) : null;
    await product.stop();
    const folder = join(inject('preparedData'), contents.replaceAll(' ', '-'));
    renameSync(product.dataDir, folder);
    return { folder, business };
  });
}

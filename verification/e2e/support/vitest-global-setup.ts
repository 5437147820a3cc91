import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A temporary folder that the files of a run share (once-in-run.ts). */
    readonly preparedData: string;
    /** The address of the product that the files of a run share (use-product.ts). */
    readonly sharedProduct: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-prepared-'));
  project.provide('preparedData', folder);
  const product = await startProduct();
  project.provide('sharedProduct', product.url);
  return async () => {
    await product.remove();
    rmSync(folder, { recursive: true, force: true });
  };
}

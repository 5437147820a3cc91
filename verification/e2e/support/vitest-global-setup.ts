import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the product that the files of a run share (use-product.ts). */
    readonly sharedProduct: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  project.provide('sharedProduct', product.url);
  return () => product.remove();
}

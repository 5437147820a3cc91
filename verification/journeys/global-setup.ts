import type { TestProject } from 'vitest/node';
import { launchSharedBrowser } from '../e2e/support/browser.ts';
import { removeData, startProduct } from '../e2e/support/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the product of all journeys. It has the demo's business and mailbox. */
    readonly journeyProduct: string;
    /** The address of the browser of all journeys. */
    readonly journeyBrowser: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [product, browser] = await Promise.all([
    startProduct({ args: ['--demo', '--demo-months', '0'] }),
    launchSharedBrowser(),
  ]);
  project.provide('journeyProduct', product.url);
  project.provide('journeyBrowser', browser.wsEndpoint());
  return async () => {
    await Promise.all([browser.close(), product.stop()]);
    removeData(product);
  };
}

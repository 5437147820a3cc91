import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

/** Available from the file's first `beforeAll` on. */
export interface Running {
  readonly product: Product;
  readonly browser: Browser;
}

/** Starts a product and a browser for the tests of a file. @param args of the product, such as `--demo-medium` */
export function useProduct(...args: readonly string[]): Running {
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct({ args }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.remove();
  });
  return {
    get product() {
      return product;
    },
    get browser() {
      return browser;
    },
  };
}

/**
 * Starts a browser for the tests of a file, and uses the product that all files of a run share. For specs that register all
 * the people they need and change no setting of the product.
 */
export function useSharedProduct(): { readonly url: string; readonly browser: Browser } {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return {
    url: inject('sharedProduct'),
    get browser() {
      return browser;
    },
  };
}

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import type { Business } from './furnish.ts';
import { type Contents, furnishedBusiness, startPrepared } from './prepared-data.ts';
import { type Product, removeData } from './product.ts';

/** There from the file's first `beforeAll` on. */
export interface Running {
  readonly product: Product;
  readonly browser: Browser;
}

/** A product and a browser of the file's own, from before its tests until after them. @param env settings */
export function useProduct(contents: Contents = 'nothing', env: Record<string, string> = {}): Running {
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startPrepared(contents, env), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    if (product) removeData(product);
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

/** The same with the demo business and all that its pages can show. */
export function useFurnishedProduct(env: Record<string, string> = {}): Running & { readonly business: Business } {
  const running = useProduct('the furnished business', env);
  let business: Business;
  beforeAll(async () => {
    business = await furnishedBusiness();
  });
  return {
    get product() {
      return running.product;
    },
    get browser() {
      return running.browser;
    },
    get business() {
      return business;
    },
  };
}

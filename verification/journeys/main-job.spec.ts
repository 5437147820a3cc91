import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PHONE, photographAll } from '../e2e/support/browser.ts';
import { clickThroughMainJob, RIGHT_CENTS } from '../e2e/support/main-job.ts';
import { ROOT } from '../e2e/support/product.ts';
import { useSharedProduct } from '../e2e/support/use-product.ts';

const shared = useSharedProduct();

/** services-apart.spec.ts does the same on separate services. */
it('the main job, clicked through on a phone, ends with every distributor having earned the right cent', async ({
  onTestFailed,
}) => {
  onTestFailed(() => photographAll(join(ROOT, 'test-results', 'main job')));
  const { ledgers, pageErrors } = await clickThroughMainJob(shared.browser, shared.url, PHONE);
  expect(ledgers).toEqual(RIGHT_CENTS);
  expect(pageErrors).toEqual([]);
});

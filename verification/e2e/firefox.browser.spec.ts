import { join } from 'node:path';
import { expect, it, onTestFailed, onTestFinished } from 'vitest';
import { installedFirefox, launchFirefox, PHONE, photographAll } from './support/browser.ts';
import { clickThroughMainJob, RIGHT_CENTS } from './support/main-job.ts';
import { ROOT } from './support/product.ts';
import { useSharedProduct } from './support/use-product.ts';

const executablePath = installedFirefox();
const shared = useSharedProduct();

/** Gecko treats forms, clipboard and files differently from Chromium. */
it.skipIf(executablePath === null)('the main job in Firefox, on a phone, ends with the right cents', async () => {
  onTestFailed(() => photographAll(join(ROOT, 'test-results', 'main job in Firefox')));
  const browser = await launchFirefox(executablePath ?? '');
  onTestFinished(() => browser.close());
  const { ledgers, pageErrors } = await clickThroughMainJob(browser, shared.url, PHONE);
  expect(ledgers).toEqual(RIGHT_CENTS);
  expect(pageErrors).toEqual([]);
});

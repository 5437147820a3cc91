import { join } from 'node:path';
import { expect, it, onTestFailed, onTestFinished } from 'vitest';
import { installedFirefox, launchFirefox, openWindow, PHONE, photographAll } from './support/browser.ts';
import { clickThroughMainJob, RIGHT_CENTS } from './support/main-job.ts';
import { ROOT } from './support/product.ts';
import { openOffer } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

const executablePath = installedFirefox();
const shared = useSharedProduct();
async function launch() {
  const browser = await launchFirefox(executablePath ?? '');
  onTestFinished(() => browser.close());
  return browser;
}

/** Gecko treats forms, clipboard and files differently from Chromium. */
it.skipIf(executablePath === null)('the main job in Firefox, on a phone, ends with the right cents', async () => {
  onTestFailed(() => photographAll(join(ROOT, 'test-results', 'main job in Firefox')));
  const { ledgers, pageErrors } = await clickThroughMainJob(await launch(), shared.url, PHONE);
  expect(ledgers).toEqual(RIGHT_CENTS);
  expect(pageErrors).toEqual([]);
});

it.skipIf(executablePath === null)('a print sheet in Firefox is one file with a code for the QR', async () => {
  const { owner, siteId } = await openOffer(shared.url);
  const { page } = await openWindow(await launch(), shared.url);
  await page.goto('/login?intent=business');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.goto(`/qr-management/print?site=${siteId}`);
  await page.getByRole('checkbox', { name: /^All / }).click();
  // WebDriver BiDi does not report downloads, so read the blob that the page created.
  const files = await page.evaluateHandle(() => {
    const made: Promise<string>[] = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (file) => {
      if (file instanceof Blob) made.push(file.text());
      return create.call(URL, file);
    };
    return made;
  });
  await page.getByRole('button', { name: 'Download SVG' }).click();
  await expect.poll(() => files.evaluate((made) => made.length)).toBe(1);
  const svg = await files.evaluate((made) => made[0] as Promise<string>);
  expect(svg.match(/>20% Discount</g)).toHaveLength(1);
});

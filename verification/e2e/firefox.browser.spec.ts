import { join } from 'node:path';
import { DEMO_PASSWORD } from '@perktree/apps/standalone/demo/demo-business';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, installedFirefox, launchFirefox, openWindow, PHONE, photographAll } from './support/browser.ts';
import { clickThroughMainJob, RIGHT_CENTS } from './support/main-job.ts';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, ROOT } from './support/product.ts';
import { openQrDialog } from './support/screens.ts';

const executablePath = installedFirefox();

/** Gecko treats forms, clipboard, downloads and print differently from Chromium. */
describe.skipIf(executablePath === null)('in Firefox', () => {
  let browser: Browser;
  let empty: Product;
  let demo: Product;
  let owner: Page;

  beforeAll(async () => {
    [browser, empty, demo] = await Promise.all([
      launchFirefox(executablePath ?? ''),
      startPrepared('nothing'),
      startPrepared('the demo business'),
    ]);
    owner = await signedIn('owner', 'business');
  });
  afterAll(async () => {
    await browser?.close();
    for (const product of [empty, demo]) {
      await product?.remove();
    }
  });

  async function signedIn(name: string, intent: string): Promise<Page> {
    const { page } = await openWindow(browser, demo.url, DESKTOP);
    await page.goto(`/login?intent=${intent}`);
    await page.getByLabel('E-mail').fill(`${name}@demo.perktree.test`);
    await page.getByLabel('Password').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    return page;
  }

  /** Opens QR Management with the demo's site selected. */
  async function openQrManagement(): Promise<void> {
    await owner.goto('/qr-management');
    await owner.getByRole('combobox', { name: 'Select Site' }).click();
    await owner.getByRole('option', { name: 'Corner Café' }).click();
    await owner.getByRole('button', { name: 'More for Summer Campaign' }).waitFor();
  }

  it('the main job on a phone ends with the right cents', async ({ onTestFailed }) => {
    onTestFailed(() => photographAll(join(ROOT, 'test-results', 'main job in Firefox')));
    const { ledgers, pageErrors } = await clickThroughMainJob(browser, empty.url, PHONE);
    expect(ledgers).toEqual(RIGHT_CENTS);
    expect(pageErrors).toEqual([]);
  });

  it('a limit that is not a number is refused beside its field and never stored', async () => {
    const limitOf = (dialog: Locator) => dialog.getByLabel('Max redemptions', { exact: false });
    await openQrManagement();
    const dialog = await openQrDialog(owner, 'Summer Campaign', 'Edit');
    await limitOf(dialog).fill('5o');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(() => limitOf(dialog).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => limitOf(dialog).inputValue()).toBe('5o');
    await limitOf(dialog).fill('1,250');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    const again = await openQrDialog(owner, 'Summer Campaign', 'Edit');
    await expect.poll(() => limitOf(again).inputValue()).toMatch(/^1,?250$/);
  });

  it('the configuration of a site is saved', async () => {
    const open = async () => {
      await owner.goto('/sites');
      await owner.getByRole('button', { name: 'Configure' }).first().click();
      return owner.getByRole('dialog').getByLabel('Max redemptions per QR');
    };
    await (await open()).fill('75');
    await owner.getByRole('button', { name: 'Save Configuration' }).click();
    await owner.getByText('Configuration Updated').first().waitFor();
    expect(await (await open()).inputValue()).toBe('75');
  });

  it('a print sheet is one file with a code for each QR', async () => {
    await openQrManagement();
    await owner.getByRole('link', { name: 'Print sheet' }).click();
    await owner.getByRole('checkbox', { name: /^All / }).click();
    // WebDriver BiDi does not report downloads, so read the blob that the page created.
    const files = await owner.evaluateHandle(() => {
      const made: Promise<string>[] = [];
      const create = URL.createObjectURL;
      URL.createObjectURL = (file) => {
        if (file instanceof Blob) made.push(file.text());
        return create.call(URL, file);
      };
      return made;
    });
    await owner.getByRole('button', { name: 'Download SVG' }).click();
    await expect.poll(() => files.evaluate((made) => made.length)).toBe(1);
    const svg = await files.evaluate((made) => made[0] as Promise<string>);
    expect(svg.match(/>20% Discount</g)).toHaveLength(4);
  });
});

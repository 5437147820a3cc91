import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../standalone/demo/demo-business.ts';
import { DESKTOP, installedFirefox, launchFirefox, openWindow, PHONE, photographAll } from './support/browser.ts';
import { clickThroughMainJob, RIGHT_CENTS } from './support/main-job.ts';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, ROOT, removeData } from './support/product.ts';

const executablePath = installedFirefox();

/** Gecko reports an unreadable number as an empty field and has its own clipboard, print and layout rules. */
describe.skipIf(executablePath === null)('in Firefox', () => {
  let browser: Browser;
  let empty: Product;
  let demo: Product;

  beforeAll(async () => {
    [browser, empty, demo] = await Promise.all([
      launchFirefox(executablePath ?? ''),
      startPrepared('nothing'),
      startPrepared('the demo business'),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const product of [empty, demo]) {
      await product?.stop();
      if (product) removeData(product);
    }
  });

  async function signedIn(email: string, viewport = DESKTOP): Promise<Page> {
    const { page } = await openWindow(browser, demo.url, viewport);
    await page.goto('/login?intent=business');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    return page;
  }

  it('the main job on a phone ends with the right cents', async ({ onTestFailed }) => {
    onTestFailed(() => photographAll(join(ROOT, 'test-results', 'main job in Firefox')));
    const { ledgers, troubles } = await clickThroughMainJob(browser, empty.url, PHONE);
    expect(ledgers).toEqual(RIGHT_CENTS);
    expect(troubles).toEqual([]);
  });

  it('the configuration of a site is saved', async () => {
    const page = await signedIn('owner@demo.perktree.test');
    await page.goto('/sites');
    await page.getByRole('button', { name: 'Configure' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Max redemptions per QR').fill('75');
    await dialog.getByRole('button', { name: 'Save Configuration' }).click();
    await page.getByText('Configuration Updated').first().waitFor();
    await page.getByRole('button', { name: 'Configure' }).first().click();
    expect(await page.getByRole('dialog').getByLabel('Max redemptions per QR').inputValue()).toBe('75');
  });
});

import { readModels } from '@perktree/contracts/read-models';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, launchBrowser, openWindow, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, removeData } from './support/product.ts';
import { stub } from './support/stub.ts';
import { seeToastOf } from './support/toast-rows.ts';

/** The pages with which a superadmin operates the product. */
let product: Product;
let browser: Browser;
let page: Page;
let pageErrors: string[];
beforeAll(async () => {
  product = await startPrepared('the demo business');
  browser = await launchBrowser();
  const window = await openWindow(browser, product.url, DESKTOP);
  ({ page, pageErrors } = window);
  const answer = await window.context.request.post('/api/auth/login', { data: demoAccount('superadmin') });
  expect(answer.status()).toBe(200);
  await page.goto('/');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** Presses a button of the page, and confirms the dialog. */
const confirm = async (label: string, button: string) => {
  await click(label);
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
/** No element is wider than a phone. */
const fitsOnPhone = async () => {
  await page.setViewportSize(PHONE);
  const { shown, needed } = await page.evaluate(() => ({
    shown: document.documentElement.clientWidth,
    needed: document.documentElement.scrollWidth,
  }));
  expect(needed).toBeLessThanOrEqual(shown);
  await page.setViewportSize(DESKTOP);
};

describe('the page on read models', () => {
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  const status = (name: string, text: string) => card(name).getByText(text, { exact: true }).first().waitFor();

  it('is found in the menu, and shows each read model live', async () => {
    await page.getByRole('link', { name: 'Read models' }).click();
    await page.getByRole('heading', { name: 'Read models', level: 1 }).waitFor();
    await page.getByRole('article').first().waitFor();
    const cards = page.getByRole('article');
    const all = Object.keys(readModels).length;
    await expect.poll(() => cards.count()).toBe(all);
    await expect.poll(() => cards.getByText('Live', { exact: true }).count()).toBe(all);
    await fitsOnPhone();
  });

  it('does nothing when it is not said yes to', async () => {
    await click('Pause scans');
    await page.getByRole('dialog', { name: 'Pause scans?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await status('scans', 'Live');
  });

  it('pauses one, and resumes it', async () => {
    await confirm('Pause scans', 'Pause');
    await seeToastOf(page, { title: 'Paused', text: 'scans', tone: 'plain' });
    await status('scans', 'Paused');
    await confirm('Resume scans', 'Resume');
    await seeToastOf(page, { title: 'Resumed', text: 'scans', tone: 'plain' });
    await status('scans', 'Live');
  });

  it('rebuilds one, tells when it is done, and drops the old table', async () => {
    await confirm('Rebuild scans', 'Rebuild');
    await seeToastOf(page, { title: 'Rebuild started', text: 'scans', tone: 'plain' });
    await page
      .getByRole('alert')
      .filter({ hasText: /^Finished: / })
      .waitFor({ timeout: 60_000 });
    await status('scans', 'Live');
    await status('scans', 'Replaced');
    await confirm('Drop the old table of scans', 'Drop old table');
    await seeToastOf(page, { title: 'Dropped', text: 'scans', tone: 'plain' });
    await card('scans').getByText('Replaced', { exact: true }).waitFor({ state: 'detached' });
  });

  it('verifies all of them', async () => {
    await confirm('Verify all read models', 'Verify');
    await seeToastOf(page, { title: 'Verification started', text: 'all read models', tone: 'plain' });
    await page
      .getByRole('alert')
      .filter({ hasText: /^Finished: verification/ })
      .waitFor({ timeout: 60_000 });
    await fitsOnPhone();
  });

  it('says why something was not done', async () => {
    const refused = { status: 409, body: { message: 'Something else is under way.', code: 'BUSY' } };
    const undo = await stub(page, { method: 'POST', path: '/projections/rebuild', ...refused });
    await confirm('Rebuild all read models', 'Rebuild');
    await seeToastOf(page, { title: 'Rebuild not started', text: 'Something else is under way.' });
    await undo();
  });
});

describe('the page on the job queue', () => {
  it('is found in the menu, and shows what runs when', async () => {
    await page.getByRole('link', { name: 'Job Queue' }).click();
    await page.getByRole('heading', { name: 'Job Queue', level: 1 }).waitFor();
    await page.getByText('Kept in Postgres', { exact: true }).waitFor();
    await page.getByText('No failed jobs.', { exact: true }).waitFor();
    const schedule = page.getByRole('region', { name: 'Schedule' });
    await expect.poll(() => schedule.getByRole('listitem').count()).toBeGreaterThan(0);
    await fitsOnPhone();
  });

  it('shows what stands still, and what to do', async () => {
    const standing = page.getByRole('region', { name: 'Needs attention' });
    const states = [
      { state: 'mails_failed', count: 2 },
      { state: 'backup_old', count: 3 },
    ];
    const undo = await stub(page, { method: 'GET', path: '/api/admin/standing-work', body: { states } });
    await page.reload();
    await standing.getByText('2 mails were given up in the last day').waitFor();
    await standing.getByText('Send them again: npm run perktree -- mails resend').waitFor();
    await standing.getByText('The last backup is 3 days old').waitFor();
    await fitsOnPhone();
    await undo();
    const undoNone = await stub(page, { method: 'GET', path: '/api/admin/standing-work', body: { states: [] } });
    await page.reload();
    await standing.getByText('Nothing needs attention.').waitFor();
    await undoNone();
  });

  it('tries a run again that failed for good', async () => {
    const run = { id: 'run-1', name: 'mature-commission', reason: 'connection refused', attempts: 5 };
    const counts = { waiting: 0, active: 0, delayed: 3, completed: 12, failed: 1 };
    const state = { engine: 'postgres', counts, schedules: [] };
    const failed = [{ ...run, failedAt: '2026-01-02T03:04:05.000Z' }];
    const undo = await stub(page, { method: 'GET', path: '/api/admin/queues', body: { ...state, failed } });
    const undoRetry = await stub(page, { method: 'POST', path: '/failed/run-1/retry', body: { id: run.id } });
    await page.reload();
    const dead = page.getByRole('region', { name: 'Failed jobs' });
    await dead.getByText('connection refused').waitFor();
    await fitsOnPhone();
    await undo();
    await click('Try mature-commission again');
    await seeToastOf(page, { title: 'Job restarted', text: 'mature-commission', tone: 'plain' });
    await dead.getByText('No failed jobs.', { exact: true }).waitFor();
    await undoRetry();
  });

  it('says why a run was not tried again', async () => {
    // The server's answer about an unknown run.
    const run = { id: 'unknown', name: 'mature-commission', reason: 'x', attempts: 1 };
    const answer = await page.request.get('/api/admin/queues');
    const state = (await answer.json()) as object;
    const failed = [{ ...run, failedAt: '2026-01-02T03:04:05.000Z' }];
    const undo = await stub(page, { method: 'GET', path: '/api/admin/queues', body: { ...state, failed } });
    await page.reload();
    await click('Try mature-commission again');
    await seeToastOf(page, { title: 'Could not restart the job' });
    await undo();
  });
});

it('and nothing broke on the way', () => expect(pageErrors).toEqual([]));

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { refusal, stub } from '../support/stub.ts';
import { useVisits } from '../support/visits.ts';

/** Timing of notifications, on a page clock that moves only when the test advances it. The application's: ui/lib/toast.screen.spec.tsx. */
const visits = useVisits();
const SHOWN_MS = 5000;
const SAID = 'What the server says.';

/** Opens a page and stops its clock as soon as it is ready. */
async function openAt(page: Page, path: string, ready: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await page.getByRole('button', { name: ready, exact: true }).first().waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Works also while a toast covers the button. */
async function press(page: Page, name: string, within = 'body'): Promise<void> {
  await goOnUntil(page, async () => (await page.locator(within).count()) > 0);
  await page.locator(within).getByRole('button', { name, exact: true }).first().dispatchEvent('click');
}

/** Advances the page's clock in small steps, so that data that loads late is shown at the right time. */
async function goOnUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < 200 && !(await isSo()); step += 1) await page.clock.runFor(20);
}

/** The link pages load the notification area with the first tap. */
const AREAS = [
  {
    name: 'a link page, on the width of a phone',
    open: async () => {
      const page = await visits.open(visits.shop.customer, PHONE);
      await stub(page, { method: 'POST', path: '/api/redeem', ...refusal(500, SAID) });
      await openAt(page, visits.shop.free.customerUrl, 'Redeem Benefit');
      // The notification area is loaded with the first tap.
      await page.mouse.click(2, 2);
      return page;
    },
    show: async (page: Page) => {
      await press(page, 'Redeem Benefit');
      await press(page, 'Redeem Benefit', 'dialog[open]');
    },
    title: 'Redemption Error',
  },
] as const;

describe.each(AREAS)('9 · Notifications · $name', ({ open, show, title }) => {
  let page: Page;
  beforeEach(async () => {
    page ??= await open();
    // Close the toasts of the previous test.
    if (await isShown()) await page.locator('.toast button').dispatchEvent('click');
    await goOnUntil(page, async () => !(await isShown()));
    await page.mouse.move(1, 1);
    await show(page);
    await goOnUntil(page, isShown);
    await page.locator('.toast').getByText(title, { exact: true }).waitFor();
  });
  const isShown = async () => (await page.locator('.toast').count()) === 1;
  const goes = () => page.locator('.toast').waitFor({ state: 'detached' });
  const swipe = async (pixels: number) => {
    const box = await page.locator('.toast').boundingBox();
    if (!box) throw new Error('no toast');
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x + pixels * part, y);
    await page.mouse.up();
    await page.mouse.move(1, 1);
  };

  it('default display time 5000 ms', async () => {
    await page.clock.runFor(SHOWN_MS - 200);
    expect(await isShown()).toBe(true);
    await page.clock.runFor(300);
    await goes();
  });

  it('one toast at a time', async () => {
    await show(page);
    for (let step = 0; step < 5; step += 1) {
      await page.clock.runFor(20);
      expect(await page.locator('.toast').count()).toBe(1);
    }
  });

  it('pausing on hover', async () => {
    await page.locator('.toast').hover();
    await page.clock.runFor(10 * SHOWN_MS);
    expect(await isShown()).toBe(true);
    await page.mouse.move(1, 1);
    await page.clock.runFor(SHOWN_MS + 100);
    await goes();
  });

  it('F8 focuses the notification area; pausing on focus', async () => {
    await page.keyboard.press('F8');
    const focused = () => page.evaluate(() => document.activeElement?.closest('.toast-area') !== null);
    await expect.poll(focused).toBe(true);
    await page.clock.runFor(10 * SHOWN_MS);
    expect(await isShown()).toBe(true);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.clock.runFor(SHOWN_MS + 100);
    await goes();
  });

  it('swipe right with 50 px threshold: 40 px are too few', async () => {
    await swipe(40);
    await page.clock.runFor(100);
    expect(await isShown()).toBe(true);
  });

  it('swipe right with 50 px threshold: 60 px dismiss', async () => {
    await swipe(60);
    await page.clock.runFor(100);
    await goes();
  });

  it('swipe to the left dismisses nothing', async () => {
    await swipe(-50);
    await page.clock.runFor(100);
    expect(await isShown()).toBe(true);
  });
});

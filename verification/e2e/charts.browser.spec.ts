import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, contrastFindings } from './accessibility/audit.ts';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { settled, showIn } from './support/states.ts';
import { useFurnishedProduct } from './support/use-product.ts';

const running = useFurnishedProduct();

async function dashboard(viewport: typeof PHONE, check: (page: Page) => Promise<void>): Promise<void> {
  const { page, context } = await openWindow(running.browser, running.product.url, viewport);
  const { email, password } = demoAccount('owner');
  await context.request.post('/api/auth/login', { data: { email, password } });
  await page.goto('/');
  await page.locator('.MuiBarChart-element').first().waitFor({ state: 'attached' });
  await settled(page);
  await check(page);
  await context.close();
}
const activity = (page: Page) => page.getByRole('region', { name: 'Scans and redemptions by day' });

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('the charts of the dashboard on %s', (_, viewport) => {
  it('have a table with the same figures, today first', () =>
    dashboard(viewport, async (page) => {
      const bars = await activity(page).locator('.MuiBarChart-element').count();
      expect(bars).toBe(60);
      await activity(page).getByRole('button', { name: 'Show as a table' }).click();
      const rows = activity(page).getByRole('row');
      await expect.poll(() => rows.count()).toBe(31);
      const api = await page.request.get('/api/me/dashboard?days=30');
      const { series } = (await api.json()) as { series: { scans: number; redemptions: number }[] };
      const today = series.at(-1);
      await expect
        .poll(() => rows.nth(1).getByRole('cell').allTextContents())
        .toEqual([String(today?.scans), String(today?.redemptions)]);
      await activity(page).getByRole('button', { name: 'Show as a chart' }).click();
      await activity(page).locator('.MuiBarChart-element').first().waitFor({ state: 'attached' });
    }));

  it('have no accessibility finding, light or dark, as bars and as tables', () =>
    dashboard(viewport, async (page) => {
      expect(await axeFindings(page)).toEqual([]);
      await showIn(page, 'dark');
      expect(await contrastFindings(page)).toEqual([]);
      await activity(page).getByRole('button', { name: 'Show as a table' }).click();
      expect(await axeFindings(page)).toEqual([]);
    }));
});

it('show a day’s figures by pointer and by arrow keys', () =>
  dashboard(DESKTOP, async (page) => {
    const tooltip = page.locator('.MuiChartsTooltip-root');
    const chart = activity(page).locator('.MuiChartsSvgLayer-root').first();
    await activity(page).getByRole('button', { name: 'Show as a table' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await tooltip.waitFor();
    await expect.poll(() => tooltip.innerText()).toMatch(/Scans/);
    await page.keyboard.press('Escape');
    await chart.hover();
    await expect.poll(() => tooltip.innerText()).toMatch(/Scans[\s\S]*Redemptions/);
  }));

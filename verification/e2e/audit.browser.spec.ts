import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@perktree/apps/standalone/demo/demo-business';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openWindow, PATIENCE_MS, PHONE } from './support/browser.ts';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, ROOT, removeData } from './support/product.ts';

const { verifyStatement }: { verifyStatement: (file: unknown) => { wrong: string[]; fingerprint: string } } =
  await import(join(ROOT, 'scripts/verify-statement.mjs'));
const soon = { timeout: PATIENCE_MS };
let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startPrepared('the demo business');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

async function signedIn(name: string, path: string, intent?: string): Promise<Page> {
  const { page, context } = await openWindow(browser, product.url, PHONE);
  const email = DEMO_ACCOUNTS.find((account) => account.email.startsWith(`${name}@`))?.email;
  await context.request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD, intent } });
  await page.goto(path);
  return page;
}

describe('the audit of a site', () => {
  it('says plainly that nothing differs, and hands it over as JSON', async () => {
    const page = await signedIn('owner', '/sites', 'business');
    await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
    const replay = page.getByRole('region', { name: 'Recalculated history' });
    await replay.getByRole('alert').getByText('No differences.').waitFor();
    const download = page.waitForEvent('download');
    await replay.getByRole('button', { name: 'Download Recalculated history as JSON' }).click();
    const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    expect(file).toMatchObject({ differences: 0, redemptions: 6 });
  });

  it('tells of the days that the address names', async () => {
    const page = await signedIn('owner', '/sites', 'business');
    await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
    await page.getByRole('region', { name: 'Recalculated history' }).getByLabel('End date').fill('2020-01-31');
    await expect.poll(() => new URL(page.url()).searchParams.get('to'), soon).toBe('2020-01-31');
    await page.getByText('0 rows of the screens were compared.').waitFor();
    await page.getByText('Nothing was earned or paid by the end of this month.').waitFor();
  });

  it.each([40, 300])('takes a day that is typed with %s ms between the keys, in one request', async (delay) => {
    const page = await signedIn('owner', '/sites', 'business');
    await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
    const replay = page.getByRole('region', { name: 'Recalculated history' });
    await replay.getByText('No differences.').waitFor();
    const requested: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/audit') && searchParams.has('from')) requested.push(searchParams.get('from'));
    });
    const field = replay.getByLabel('Start date');
    await field.focus();
    await page.keyboard.type('02022026', { delay });
    await expect.poll(() => new URL(page.url()).searchParams.get('from'), soon).toBe('2026-02-02');
    expect(await field.inputValue()).toBe('2026-02-02');
    await expect.poll(() => requested, soon).toEqual(['2026-02-02T00:00:00.000Z']);
    // A link or Back changes the field, too.
    await page.evaluate(
      "history.replaceState(null, '', '?from=2026-03-03'); dispatchEvent(new PopStateEvent('popstate'))",
    );
    await expect.poll(() => field.inputValue(), soon).toBe('2026-03-03');
  });

  it('computes what another rule would have come to, and refuses an amount that is none', async () => {
    const page = await signedIn('owner', '/sites', 'business');
    await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
    const whatIf = page.getByRole('region', { name: 'What if' });
    await whatIf.getByLabel('Minimum payout').fill('-5');
    await whatIf.getByLabel('Minimum payout').press('Tab');
    await whatIf.getByText('Enter 0 or more.').waitFor();
    await whatIf.getByLabel('Minimum payout').fill('');
    await whatIf.getByRole('combobox', { name: 'Commission rule' }).click();
    await page.getByRole('option', { name: 'All to the nearest owner' }).click();
    await whatIf.getByRole('button', { name: 'Calculate' }).click();
    await whatIf.getByText('6 redemptions.').waitFor();
    const total = whatIf.getByRole('row', { name: /^Total/ });
    await expect.poll(() => total.getByRole('cell').nth(2).textContent()).toBe('€0.00');
  });

  it('is there for a superadmin, of every site', async () => {
    const page = await signedIn('superadmin', '/audit');
    await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
    await page.getByText('No differences.').waitFor();
  });
});

describe('the balance at a day', () => {
  it.each([
    ['distributor', 'distributor', '/payouts'],
    ['owner', 'business', '/payouts'],
  ])('is shown to a %s: now, and before anything was earned', async (name, intent, path) => {
    const page = await signedIn(name, path, intent);
    const panel = page.getByRole('region', { name: 'Balance on a date' });
    await panel.scrollIntoViewIfNeeded();
    await panel.getByText('Earned', { exact: true }).waitFor();
    await panel.getByLabel('End of day (UTC)').fill('2020-01-31');
    await panel.getByText('No earnings by this date.').waitFor();
  });

  it('of a site names its distributors', async () => {
    const page = await signedIn('owner', '/sites', 'business');
    await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
    const panel = page.getByRole('region', { name: 'Balance on a date' });
    await panel.scrollIntoViewIfNeeded();
    await panel.getByRole('row', { name: /^Distributor Demo/ }).waitFor();
  });
});

describe('a statement', () => {
  const saved = async (page: Page, button: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return readFileSync(await (await download).path());
  };

  it.each([
    [
      'site, for its owner',
      'owner',
      'business',
      async (page: Page) => {
        await page.goto('/sites');
        await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
      },
    ],
    ['distributor, for that one', 'distributor', 'distributor', (page: Page) => page.goto('/payouts')],
  ] as const)('of a %s, is saved as a file that proves itself and as a PDF', async (_, name, intent, open) => {
    const page = await signedIn(name, '/', intent);
    await open(page);
    const create = page.getByRole('region', { name: 'Statement' }).getByRole('button', { name: 'Create statement' });
    await create.click();
    await page.getByText(/this fingerprint, which the PDF also shows: [\da-f]{64}/).waitFor();
    expect((await saved(page, 'Download the statement as PDF')).toString('latin1', 0, 5)).toBe('%PDF-');
    const file = JSON.parse((await saved(page, 'Download the statement as JSON')).toString('utf8'));
    const { wrong, fingerprint } = verifyStatement(file);
    expect(wrong).toEqual([]);
    expect(file.entries.length).toBeGreaterThan(0);
    await page.getByText(fingerprint).waitFor();
  });
});

describe('the history of a site', () => {
  it('goes from event to event by the keyboard, and its address opens the same view', async () => {
    const page = await signedIn('owner', '/sites', 'business');
    await page.getByRole('link', { name: 'History of Corner Café' }).click();
    const slider = page.getByRole('slider', { name: 'Selected time' });
    const trees = page.getByRole('region', { name: 'Commission trees at this time' });
    // The heading takes the focus when the screen has loaded.
    await trees.getByRole('row').first().waitFor();
    await slider.press('Home');
    await expect.poll(() => slider.getAttribute('aria-valuetext'), soon).toContain('QR created');
    await expect.poll(() => trees.getByRole('row').count(), soon).toBe(1);
    await trees.getByText('Not claimed').waitFor();
    await slider.press('ArrowRight');
    await expect.poll(() => trees.getByRole('row').count(), soon).toBe(3);
    await page.getByRole('button', { name: 'Next event' }).click();
    await expect.poll(() => trees.getByRole('row').count(), soon).toBe(4);
    const address = page.url();
    await page.goto('/sites');
    await page.goto(address);
    await expect.poll(() => trees.getByRole('row').count(), soon).toBe(4);
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('QR split');
  });

  it('shows what changed between two moments', async () => {
    const page = await signedIn('owner', '/sites', 'business');
    await page.getByRole('link', { name: 'History of Corner Café' }).click();
    await page.getByRole('switch', { name: 'Compare with an earlier time' }).click();
    const changes = page.getByRole('region', { name: 'What changed' });
    await changes.getByText('Claimed by: nothing → Distributor Demo').waitFor();
    await changes.getByText('Ferry Terminal (new)').waitFor();
    await expect.poll(() => page.getByRole('slider').count(), soon).toBe(2);
    const address = new URL(page.url()).searchParams;
    expect([...address.keys()].sort()).toEqual(['at', 'since']);
  });
});

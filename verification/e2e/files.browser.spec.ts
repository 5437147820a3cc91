import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { ROOT } from './support/product.ts';
import { useFurnishedProduct } from './support/use-product.ts';

const running = useFurnishedProduct();
const { verifyStatement }: { verifyStatement: (file: unknown) => { wrong: string[]; fingerprint: string } } =
  await import(join(ROOT, 'scripts/verify-statement.mjs'));

async function openAs(name: string, path: string, viewport = DESKTOP): Promise<Page> {
  const { page, context } = await openWindow(running.browser, running.product.url, viewport, {
    serviceWorkers: 'block',
  });
  const { email, password } = demoAccount(name);
  await context.request.post('/api/auth/login', { data: { email, password } });
  await page.goto(path);
  return page;
}

/** Makes the server treat a call as a long one. */
const makeLong = (page: Page, path: RegExp) =>
  page.route(path, (route, request) => {
    const url = new URL(request.url());
    url.searchParams.set('wait', '0');
    return route.continue({ url: url.href });
  });

describe('a report that takes long', () => {
  it('is shown when its file is done', async () => {
    const page = await openAs('owner', '/sites');
    await makeLong(page, /\/audit(\?|$)/);
    const requested = page.waitForResponse((answer) => answer.status() === 202);
    await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
    await requested;
    await page.getByRole('region', { name: 'Recalculated history' }).getByText('No differences.').waitFor();
  });

  it('is found under Files on a phone, can be downloaded, and deleted', async () => {
    const page = await openAs('owner', '/sites', PHONE);
    await makeLong(page, /\/statement\?/);
    // The page shows the link to Files until it reads that the file is ready.
    await page.route('**/api/me/files/*', async (route) => {
      const answer = await route.fetch();
      const json = { ...(await answer.json()), status: 'running', parts: [] };
      // The page may have been left by now.
      await route.fulfill({ response: answer, json }).catch(() => {});
    });
    await page.getByRole('link', { name: 'Audit of Corner Café' }).click();
    const panel = page.getByRole('region', { name: 'Statement', exact: true });
    await panel.getByRole('button', { name: 'Create statement' }).click();
    await panel.getByText('You can leave this page').waitFor();
    await panel.getByRole('link', { name: 'Open Files' }).click();
    await page.unroute('**/api/me/files/*');
    await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'Statement' });
    await row.getByText('Ready').waitFor();

    const download = page.waitForEvent('download');
    await row.getByRole('link', { name: /^Download statement-.*\.json$/ }).click();
    const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    expect(verifyStatement(file).wrong).toEqual([]);

    await row.getByRole('button', { name: /^Delete / }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('is the export of a customer in Spanish', async () => {
    const page = await openAs('customer', '/account', PHONE);
    await page.evaluate(() => localStorage.setItem('language', 'es'));
    await page.reload();
    await makeLong(page, /\/api\/me\/export/);
    await page.getByRole('button', { name: 'Descargar mis datos' }).click();
    const link = page.getByRole('link', { name: /^Descargar perktree-.*\.json$/ });
    const download = page.waitForEvent('download');
    await link.click();
    const { account } = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    expect(account.email).toBe(demoAccount('customer').email);
    await page.goto('/files');
    await page.getByText('Mis datos').waitFor();
    await page.getByRole('button', { name: /^Eliminar / }).click();
    await page.getByText('No hay archivos').waitFor();
  });
});

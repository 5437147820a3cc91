import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings } from './accessibility/audit.ts';
import { PASSWORD, seeToast } from './support/actions.ts';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#c00"/></svg>';
const SCRIPTED = LOGO.replace('<circle', '<script>alert(1)</script><circle');

const shared = useSharedProduct();

/** A business on Ultra with one QR. */
async function openBusiness(name: string) {
  const owner = await Person.register(shared.url, name, 'business');
  const { url } = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_ultra' });
  await owner.post(`/api/offline-checkout/${url.split('/').at(-1)}/confirm`);
  const { id } = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const qr = await owner.post<{ id: string }>(`/api/sites/${id}/qrs`, {
    ...{ name: 'Bread', type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' },
  });
  const links = await owner.get<{ customerUrl: string; distributorUrl: string }>(
    `/api/sites/${id}/qrs/${qr.id}/qrcode`,
  );
  const paths = [links.customerUrl, links.distributorUrl].map((link) => new URL(link).pathname);
  return { owner, siteId: id, paths };
}

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login?intent=business');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

const choose = (page: Page, name: string, mimeType: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('the brand of a site, on a %s', (size, viewport) => {
  it('is uploaded, corrected, previewed and saved; its pages show it and nothing of the product', async () => {
    const { owner, siteId, paths } = await openBusiness(`owner-${size}`);
    const { page, pageErrors, context } = await openWindow(shared.browser, shared.url, viewport);
    await signIn(page, owner);
    await page.goto('/sites');
    await page.getByRole('link', { name: 'Brand of Harbour Bakery' }).click();
    await page.waitForURL(`**/sites/${siteId}/brand`);
    const preview = page.getByRole('figure', { name: 'Preview of the scan page in the light theme' });
    await preview.getByText('Harbour Bakery · PerkTree').waitFor();

    await choose(page, 'logo.svg', 'image/svg+xml', SCRIPTED);
    await page.getByText('This SVG has a script or an animation. Export it as a plain drawing.').waitFor();
    await choose(page, 'logo.pdf', 'application/pdf', '%PDF-1.7');
    await page.getByText('Choose a PNG, JPEG or SVG picture.').waitFor();
    // A photo of a phone.
    await choose(page, 'logo.jpg', 'image/jpeg', Buffer.alloc(8_000_000));
    await page.getByText('Choose a picture of at most', { exact: false }).waitFor();
    await expect.poll(() => preview.locator('img').count()).toBe(0);
    await choose(page, 'logo.svg', 'image/svg+xml', LOGO);
    await preview.locator('img').waitFor();

    await page.getByLabel('Brand name').fill('Luna');
    await page.getByRole('textbox', { name: 'Brand color', exact: true }).fill('#ffcc00');
    await page
      .getByText('#ffcc00 is hard to read on light pages (contrast 1.4). They use #856a00 instead (4.53).')
      .waitFor();
    await page.getByRole('switch', { name: 'White label' }).check();
    await preview.getByText('Luna', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Save Brand' }).press('Enter');
    await seeToast(page, 'Brand saved');

    for (const path of paths) {
      const visitor = await openWindow(shared.browser, shared.url, viewport);
      await visitor.page.goto(path);
      const brand = visitor.page.locator('.brand');
      await expect.poll(() => brand.textContent()).toBe('Luna');
      // The script has rendered the page again. Logo and colours come from the page's own style element.
      await visitor.page.waitForLoadState('networkidle');
      expect(await brand.evaluate((element) => getComputedStyle(element, '::before').backgroundImage)).toContain(
        '/api/pictures/',
      );
      expect(
        await visitor.page
          .locator('.button')
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor),
      ).toBe('rgb(133, 106, 0)');
      expect(await visitor.page.content()).not.toMatch(/perktree/i);
      expect(await axeFindings(visitor.page)).toEqual([]);
      await visitor.page.emulateMedia({ colorScheme: 'dark' });
      expect(await axeFindings(visitor.page)).toEqual([]);
      expect(visitor.pageErrors).toEqual([]);
      await visitor.context.close();
    }
    const pictures = page.getByRole('list', { name: 'Uploaded pictures' });
    await pictures.getByText('Logo of this site').waitFor();
    await pictures.getByRole('button', { name: /^Delete the picture uploaded / }).click();
    const question = page.getByRole('dialog', { name: 'Delete this picture?' });
    await question.getByText('It is the logo of this site.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await seeToast(page, 'Picture deleted');
    await pictures.waitFor({ state: 'detached' });

    // Two uploads were refused.
    expect(pageErrors.filter((pageError) => !/\b400\b/.test(pageError))).toEqual([]);
    await context.close();
  });
});

it('the panel speaks Spanish, and says what white label needs', async () => {
  const owner = await Person.register(shared.url, 'free', 'business');
  const { id } = await owner.post<{ id: string }>('/api/sites', { name: 'Panadería', currency: 'EUR' });
  const { page, context } = await openWindow(shared.browser, shared.url, PHONE);
  await signIn(page, owner);
  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.goto(`/sites/${id}/brand?lang=es`);
  await page.getByRole('heading', { name: 'Marca', level: 1 }).waitFor();
  await page.getByText('La marca blanca es parte del plan Ultra.').waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'Marca blanca' }).isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});

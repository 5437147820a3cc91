import { expect, it } from 'vitest';
import { axeFindings } from './accessibility/audit.ts';
import { openWindow, PHONE } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { openOffer } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#c00"/></svg>';

const shared = useSharedProduct();

/** The links of a QR of a business on Ultra, whose brand is Luna with a logo and a colour that is hard to read. */
async function openBusiness(): Promise<readonly string[]> {
  const { owner, siteId, qr } = await openOffer(shared.url, { plan: 'ultra' });
  const logo = await uploadLogo(owner);
  await owner.put(`/api/sites/${siteId}/brand`, { name: 'Luna', logo, colour: '#ffcc00', whiteLabel: true });
  return [qr.customerUrl, qr.distributorUrl].map((link) => new URL(link).pathname);
}

async function uploadLogo(owner: Person): Promise<string> {
  const headers = { cookie: owner.cookie, 'content-type': 'image/svg+xml' };
  const answer = await fetch(`${shared.url}/api/pictures`, { method: 'POST', headers, body: LOGO });
  return (await answer.json()).hash;
}

/** Logo and colours come from the page's own style element, which the content security policy allows by its nonce. */
it('the pages of a brand show it and nothing of the product, light and dark', async () => {
  for (const path of await openBusiness()) {
    const { page, pageErrors, context } = await openWindow(shared.browser, shared.url, PHONE);
    await page.goto(path);
    const brand = page.locator('.brand');
    await expect.poll(() => brand.textContent()).toBe('Luna');
    // The script has rendered the page again.
    await page.waitForLoadState('networkidle');
    expect(await brand.evaluate((element) => getComputedStyle(element, '::before').backgroundImage)).toContain(
      '/api/pictures/',
    );
    const button = page.locator('.button').first();
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(133, 106, 0)');
    expect(await page.content()).not.toMatch(/perktree/i);
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await context.close();
  }
});

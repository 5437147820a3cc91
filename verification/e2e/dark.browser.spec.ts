import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from './support/actions.ts';
import { PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

/** `page` of both palettes (ui/components/palettes.ts). */
const GROUND = { light: 'rgb(245, 247, 244)', dark: 'rgb(15, 22, 19)' };

const shared = useSharedProduct();
let links: string[];

beforeAll(async () => {
  const owner = await Person.register(shared.url, 'owner', 'business');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const qrs = `/api/sites/${site.id}/qrs`;
  const qr = await owner.post<{ id: string }>(qrs, {
    name: 'Bread',
    type: 'DISCOUNT_PERCENT',
    discountPercent: 20,
    commissionPercent: '10.00',
  });
  const { customerUrl, distributorUrl } = await owner.get<Record<string, string>>(`${qrs}/${qr.id}/qrcode`);
  links = ['/', String(customerUrl), String(distributorUrl), '/scan/customer/unknown'];
});

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Texts whose contrast with their background is too low (WCAG 2.2, AA), with the ratio. */
function faintTexts(): string[] {
  const parse = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r = 0, g = 0, b = 0]: number[]) => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((c) =>
      c / 255 <= 0.04045 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const groundBelow = (element: Element | null): number[] => {
    for (let at = element; at; at = at.parentElement) {
      const ground = parse(getComputedStyle(at).backgroundColor);
      if (ground[3] !== 0) return ground;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!ownText || element.getClientRects().length === 0) return [];
    const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(groundBelow(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return ratio < 4.5 ? [`${element.textContent} ${ratio.toFixed(2)}`] : [];
  });
}

it.each([true, false])(
  'public pages are as dark as the system, readably, with scripts: %s',
  async (javaScriptEnabled) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await shared.browser.newContext({
        baseURL: shared.url,
        viewport: PHONE,
        colorScheme,
        javaScriptEnabled,
      });
      for (const link of links) {
        const page = await context.newPage();
        await page.goto(link);
        await page.locator('main').waitFor();
        expect(await groundOf(page)).toBe(GROUND[colorScheme]);
        expect(await page.evaluate(faintTexts)).toEqual([]);
        await page.close();
      }
      await context.close();
    }
  },
);

it('what was chosen in the application holds on public pages from their first byte, against the system', async () => {
  const customer = await Person.register(shared.url, 'customer', 'customer');
  const context = await shared.browser.newContext({ baseURL: shared.url, viewport: PHONE, colorScheme: 'light' });
  await context.request.post('/api/auth/login', { data: { email: customer.email, password: PASSWORD } });
  const page = await context.newPage();
  const choose = async (name: string) => {
    await page.goto('/account');
    await page.getByRole('button', { name, exact: true }).click();
  };
  const sent = async () => (await (await context.request.get(links[1] as string)).text()).match(/<html[^>]*>/)?.[0];

  await choose('Dark');
  await expect.poll(sent).toBe('<html lang="en" data-theme="dark">');
  await page.goto(links[1] as string);
  await page.locator('output.code').waitFor();
  expect(await groundOf(page)).toBe(GROUND.dark);
  expect(await page.evaluate(faintTexts)).toEqual([]);
  await page.getByRole('button', { name: 'Redeem Benefit' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.evaluate(faintTexts)).toEqual([]);

  await page.emulateMedia({ colorScheme: 'dark' });
  await choose('Light');
  await expect.poll(sent).toBe('<html lang="en" data-theme="light">');
  await page.goto(links[1] as string);
  await page.locator('output.code').waitFor();
  expect(await groundOf(page)).toBe(GROUND.light);

  await choose('System');
  await expect.poll(sent).toBe('<html lang="en">');
  await context.close();
});

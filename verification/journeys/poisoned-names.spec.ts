import { expect, it } from 'vitest';
import { openPoisonedBusiness, scriptsRead, wasAttacked } from '../e2e/attacks/poisoned-business.ts';
import { openWindow, PHONE } from '../e2e/support/browser.ts';
import { useJourney } from './journey.ts';

const journey = useJourney();

it('names that are scripts are text on every screen that shows them, and the policy would stop a script', async () => {
  const { owner, distributor, customer, siteId, offers } = await openPoisonedBusiness(journey.url);
  for (const [person, paths] of [
    [owner, [`/qr-management?site=${siteId}`, `/sites/${siteId}/redemptions`, '/payouts']],
    [distributor, ['/qr-management', '/payouts']],
    [customer, ['/my-scans', '/earnings']],
    [null, [`/scan/customer/${offers[0]?.customer}`, `/scan/distributor/${offers[1]?.distributor}`]],
  ] as const) {
    const page = await journey.open(person, '/robots.txt');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const pageErrors: string[] = [];
    expect(await scriptsRead({ context: page.context(), page, pageErrors }, paths)).toBeGreaterThanOrEqual(
      paths.length,
    );
    expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(journey.url))).toEqual([]);
  }

  const { page, pageErrors, context } = await openWindow(journey.browser, journey.url, PHONE);
  await page.goto('/');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="attacked=1">');
    const script = document.createElement('script');
    script.textContent = 'attacked=1';
    document.body.append(script);
  });
  await expect.poll(() => pageErrors.length).toBeGreaterThan(1);
  expect(await wasAttacked(page)).toBe(false);
  await context.close();
});

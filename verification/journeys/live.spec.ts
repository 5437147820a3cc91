import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE } from '../e2e/support/browser.ts';
import { openShop, tokenOf } from '../e2e/support/shop.ts';
import { useJourney } from './journey.ts';

const journey = useJourney();

it('pages that are open while something is redeemed show it: dashboard, tree and ledger; scan list, scanner and link page', async () => {
  const { owner, distributor, customer, root, siteId } = await openShop(journey.url);
  const token = tokenOf(root.customerUrl);
  const site = `/api/sites/${siteId}/config`;
  await owner.put(site, { ...(await owner.get<object>(site)), maxRedemptionsPerCustomer: null });
  const { redemptionCode } = await customer.post<{ redemptionCode: string }>('/api/scan', { token });

  const dashboard = await journey.open(owner, '/');
  const ledger = await journey.open(distributor, '/payouts');
  const tree = await journey.open(distributor, '/qr-management');
  const scans = await journey.open(customer, '/my-scans', { viewport: PHONE });
  const scanner = await journey.open(customer, `/mobile-scanner?token=${token}`, { viewport: PHONE });
  const link = await journey.open(customer, `/scan/customer/${token}`, { viewport: PHONE });
  const pages: readonly Page[] = [dashboard, ledger, tree, scans, scanner, link];

  await dashboard.getByText('0.0% conversion rate').waitFor();
  await tree.getByText('0 redemptions').first().waitFor();
  await scans.getByText('Available', { exact: true }).waitFor();
  await scanner.getByText('QR Detected!').waitFor();
  await link.locator('output.code').waitFor();
  await ledger.getByText('No commission entries yet').waitFor();
  // A reload would lose the mark.
  for (const page of pages) await page.evaluate('document.notReloaded = true');

  await owner.post('/api/staff/redeem', { redemptionCode });

  await dashboard.getByText('100.0% conversion rate').waitFor();
  await ledger.getByRole('listitem').getByText('€10.00').waitFor();
  await tree.getByText('1 redemption', { exact: false }).first().waitFor();
  await scans.getByText('Redeemed', { exact: true }).waitFor();
  await scanner.getByText('Benefit Redeemed', { exact: true }).first().waitFor();
  await link.getByRole('heading', { name: 'Benefit redeemed' }).waitFor();
  for (const page of pages) expect(await page.evaluate('document.notReloaded')).toBe(true);

  // Not the code of the next scan, which the site allows: opening the link again shows that.
  await link.reload();
  await link.getByRole('heading', { name: 'Benefit redeemed' }).waitFor();
  await link.goto(`/scan/customer/${token}`);
  await link.locator('output.code').waitFor();
});

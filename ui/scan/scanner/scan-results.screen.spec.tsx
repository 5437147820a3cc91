import { calls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { see, seeNot } from '../../testing/see.ts';
import { OFFER, scanOf } from '../../testing/shop.ts';

/** What a scan leads to: the specification's sections 2.5 and 5. */

it('the Spanish dialog says its language, and Back leads to /', async () => {
  api.answerReads('empty');
  signIn('distributor');
  api.on(calls.scan, scanOf('distributor', 'some-token'));
  api.on(calls.distributorScanInfo, { success: true, message: '', qr: OFFER });
  await openScreen('/mobile-scanner?token=some-token', { viewport: PHONE });
  await page.getByRole('button', { name: 'Claim QR Code' }).click();
  await expect.element(page.getByRole('button', { name: 'Cancelar' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Cancelar' }).element().closest('[lang]')?.getAttribute('lang')).toBe('es');
  signIn(null);
  await openScreen('/mobile-scanner', { viewport: PHONE });
  await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
});

describe('5 · Token extraction from a query value', () => {
  it.each([
    ["two after 'scan'", `${location.origin}/scan/customer/some-token`, true],
    ["right after 'qr'", `${location.origin}/qr/some-token`, true],
    ['the raw value', 'some-token', true],
    ['a parse failure on the URL query silently stops', 'http://[', false],
  ])('%s', async (_, value, isScanned) => {
    signIn(null);
    api.on(calls.scan, scanOf('customer', 'some-token'));
    api.on(calls.customerScanInfo, { success: true, message: '', qr: { ...OFFER, commissionPercent: null } });
    await openScreen(`/mobile-scanner?token=${encodeURIComponent(value)}`, { viewport: PHONE });
    await see(isScanned ? { headings: ['QR Detected!'] } : { buttons: ['Start Scanning'] });
    // 2.5 · removes the query from the address bar
    await expect.poll(() => location.search).toBe('');
    expect(api.sent(calls.scan).map(({ body }) => body)).toEqual(isScanned ? [{ token: 'some-token' }] : []);
    expect(document.querySelector('.toast')).toBeNull();
  });
});

describe('what cannot succeed is not offered, and the page says why', () => {
  it.each([
    ['site_owner', { claimObstacle: 'own_site' }, "Owners and staff can't claim QR codes of their own site."],
    [null, { isClaimed: true, claimObstacle: 'claimed' }, 'This QR code has already been claimed'],
  ] as const)('a claim by %s', async (viewer, fields, sentence) => {
    api.answerReads('empty');
    signIn(viewer);
    api.on(calls.scan, scanOf('distributor', 'some-token'));
    api.on(calls.distributorScanInfo, { success: true, message: '', qr: { ...OFFER, ...fields } });
    await openScreen('/mobile-scanner?token=some-token', { viewport: PHONE });
    await see({ texts: [sentence], buttons: ['Scan Another QR'] });
    seeNot({ buttons: ['Claim QR Code', 'Login to Claim'] });
  });

  it('a benefit that was already redeemed, which is no news', async () => {
    api.answerReads('empty');
    signIn('customer');
    api.on(calls.scan, { ...scanOf('customer', 'some-token'), redeemObstacle: 'redeemed' });
    api.on(calls.customerScanInfo, { success: true, message: '', qr: { ...OFFER, commissionPercent: null } });
    await openScreen('/mobile-scanner?token=some-token', { viewport: PHONE });
    await see({ texts: ['You have already redeemed this benefit.'] });
    seeNot({ buttons: ['Redeem Benefit'], texts: ['Your benefit has been redeemed successfully!'] });
    expect(document.querySelector('.toast')).toBeNull();
  });
});

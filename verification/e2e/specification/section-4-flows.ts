import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Person } from '../support/person.ts';
import { tokenOf } from '../support/shop.ts';
import { LOOKED_UP, refusal, type Stub, stub } from '../support/stub.ts';
import { seeToastOf } from '../support/toast-rows.ts';
import { useVisits } from '../support/visits.ts';

/** Flows over several screens: scanning, signing in on the way, redeeming, claiming, validating. */
const visits = useVisits();
let page: Page;
const as = async (who: 'customer' | 'distributor' | 'staff' | null) => {
  page = await visits.open(who && visits.shop[who]);
  return page;
};
const scanned = (kind: 'customer' | 'distributor') => {
  const { customerUrl, distributorUrl } = visits.shop.free;
  return `/mobile-scanner?token=${tokenOf(kind === 'customer' ? customerUrl : distributorUrl)}`;
};
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const stored = (key: string) => page.evaluate((name) => sessionStorage.getItem(name), key);
const logIn = async ({ email, password }: Person) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await click('Log in');
};
const yes = { success: true, message: 'Done.' };
const isAtLogin = (intent: string) =>
  page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('intent') === intent);
const leavePage = () => visits.leave(page);

describe('4 · Signed out with a result', () => {
  afterEach(leavePage);
  it('the scan result is kept as pendingRedemption, login with intent customer; after login it restores the card', async () => {
    await as(null);
    await page.goto(scanned('customer'));
    await click('Login to Redeem');
    await isAtLogin('customer');
    expect(JSON.parse((await stored('pendingRedemption')) ?? '')).toMatchObject({ intent: 'customer' });
    await logIn(visits.shop.customer);
    await page.getByText('QR Detected!').waitFor();
    await page.getByRole('button', { name: 'Redeem Benefit', exact: true }).waitFor();
    await expect.poll(() => stored('pendingRedemption')).toBeNull();
  });

  it('the token is kept as pendingClaim, login with intent distributor; after login the claim confirmation opens', async () => {
    await as(null);
    await page.goto(scanned('distributor'));
    await click('Login to Claim');
    await isAtLogin('distributor');
    expect(await stored('pendingClaim')).toBe(tokenOf(visits.shop.free.distributorUrl));
    await logIn(visits.shop.distributor);
    await page.getByRole('dialog', { name: 'Confirmar Reclamación de QR' }).waitFor();
    await expect.poll(() => stored('pendingClaim')).toBeNull();
  });

  it('a customer who claims sees Requiere cuenta de distribuidor, goes to login; the pending claim is saved', async () => {
    const customer = await Person.register(visits.url, 'Plain', 'customer');
    page = await visits.open(customer);
    await page.goto(scanned('distributor'));
    await click('Claim QR Code');
    await page.locator('.toast[lang=es]').getByText('Requiere cuenta de distribuidor', { exact: true }).waitFor();
    await isAtLogin('distributor');
    expect(await stored('pendingClaim')).toBe(tokenOf(visits.shop.free.distributorUrl));
  });
});

describe('4 · The result is cleared and the matching tab opens', () => {
  afterEach(leavePage);
  it.each([
    ['Scans after redemption', 'customer', '/api/redeem', 'Scans'],
    ['QR Codes after claim', 'distributor', '/api/claim-qr', 'QR Codes'],
  ] as const)('%s', async (_, kind, path, tab) => {
    await as(kind);
    await stub(page, { method: 'POST', path, body: yes });
    await page.goto(scanned(kind));
    await click(kind === 'customer' ? 'Redeem Benefit' : 'Claim QR Code');
    if (kind === 'distributor') await click('Sí, Reclamar QR');
    await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Scanner', exact: true }).click();
    await page.getByRole('button', { name: 'Start Scanning' }).waitFor();
  });

  it('Scan Another QR clears the result', async () => {
    await as('customer');
    await page.goto(scanned('customer'));
    await click('Scan Another QR');
    await page.getByRole('button', { name: 'Start Scanning' }).waitFor();
  });
});

describe('4 · Redeem or claim on the scan pages', () => {
  afterEach(leavePage);
  it.each([
    ['customer', 'Sign in to redeem', 'customer'],
    ['distributor', 'Sign up to Claim', 'distributor'],
  ] as const)('%s page, signed out: to sign-up with the role, with the way back', async (kind, link, intent) => {
    await as(null);
    const url = kind === 'customer' ? visits.shop.free.customerUrl : visits.shop.free.distributorUrl;
    await page.goto(url);
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.waitForURL(
      ({ pathname, searchParams }) => pathname === '/register' && searchParams.get('intent') === intent,
    );
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(new URL(url).pathname);
  });

  const ANSWERS: readonly (readonly [string, Omit<Stub, 'method' | 'path'>])[] = [
    ['success', { body: yes }],
    ['error', refusal(500, 'What the server says.')],
  ];
  describe.each(['customer', 'distributor'] as const)('%s page', (kind) => {
    const button = kind === 'customer' ? 'Redeem Benefit' : 'Claim QR Code';
    beforeEach(async () => {
      await as(kind);
      const { customerUrl, distributorUrl } = visits.shop.free;
      await page.goto(kind === 'customer' ? customerUrl : distributorUrl);
    });

    it('confirm dialog; Cancel submits nothing', async () => {
      let sent = 0;
      page.on('request', (request) => {
        if (/redeem|claim/.test(request.url()) && request.method() === 'POST') sent += 1;
      });
      await click(button);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(sent).toBe(0);
    });

    it.each(ANSWERS)('the dialog closes on %s', async (what, answer) => {
      await stub(page, { method: 'POST', path: '/api/(redeem|claim-qr)', ...answer });
      const info = page.waitForRequest(`**/api/scan-info/${kind}/*`).catch(() => null);
      await click(button);
      await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      // After success the scan info is reloaded.
      if (what === 'success') expect(await info).not.toBeNull();
    });
  });
});

describe('4 · Staff', () => {
  afterEach(leavePage);
  it('validate, then confirmation card with the defaults, then Validate Another resets', async () => {
    await as('staff');
    await stub(page, { method: 'POST', path: '/staff/look-up', body: { ...yes, scan: LOOKED_UP } });
    await stub(page, { method: 'POST', path: '/staff/redeem', body: yes });
    await page.goto('/staff-validation');
    await page.getByLabel('Redemption Code').fill('ABC-123');
    await click('Validate');
    await page.getByLabel('Sale amount').fill('12.50');
    await click('Confirm');
    await seeToastOf(page, { title: 'Redemption Confirmed', tone: 'plain' });
    await page.getByRole('heading', { name: 'Redemption Confirmed!' }).waitFor();
    await page.getByText('Customer benefit has been redeemed', { exact: true }).waitFor();
    const defaults = page.locator('dl');
    await expect.poll(() => defaults.locator('dt').allInnerTexts()).toEqual(['Benefit', 'Customer']);
    await expect.poll(() => defaults.locator('dd').allInnerTexts()).toEqual(['Discount/Reward', 'Customer']);
    await click('Validate Another');
    await expect.poll(() => page.getByLabel('Redemption Code').inputValue()).toBe('');
  });
});

import { calls } from '@perktree/contracts/catalogue/calls';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import type { ScanAnswer } from '@perktree/contracts/scan/calls';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialog, press, seeNoDialog } from '../../testing/forms.ts';
import { api, manualTime, opened, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { QR, SITE } from '../../testing/shop.ts';

/** Scanning, signing in on the way, redeeming and claiming: sections 4, 7 and 8. */
type Kind = 'customer' | 'distributor';
const TOKEN = 'some-token';
const YES = { success: true, message: 'Done.' };
const scannedAs = (intent: Kind): ScanAnswer => ({
  ...{ ...YES, intent, token: TOKEN },
  qr: {
    ...{ name: QR.name, siteName: SITE.name, currency: 'EUR', type: 'DISCOUNT_PERCENT', discountPercent: 20 },
    ...{ discountFixedAmount: null, textReward: null, expiresAtUtc: QR.expiresAtUtc },
    commissionPercent: intent === 'distributor' ? '10.00' : null,
  },
});
const stored = (key: string) => sessionStorage.getItem(key);
const open = (path = '/mobile-scanner') => openScreen(path, { viewport: PHONE });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const claimDialog = () => page.getByRole('dialog', { name: 'Confirmar Reclamación de QR' });
async function openScanned(intent: Kind): Promise<void> {
  api.on(calls.scan, scannedAs(intent));
  await open(`/mobile-scanner?token=${TOKEN}`);
}

beforeEach(() => api.answerReads('empty'));

describe('4 · Signed out with a result', () => {
  it('the scan result is kept as pendingRedemption, login with intent customer; after login it restores the card', async () => {
    signIn(null);
    await openScanned('customer');
    await button('Login to Redeem').click();
    await expect.poll(() => opened).toEqual(['/api/login?intent=customer&returnTo=%2Fmobile-scanner']);
    expect(JSON.parse(stored('pendingRedemption') ?? '')).toMatchObject({ intent: 'customer', token: TOKEN });
    signIn('customer');
    await open();
    await expect.element(page.getByText('QR Detected!')).toBeVisible();
    await expect.element(button('Redeem Benefit')).toBeVisible();
    expect(stored('pendingRedemption')).toBeNull();
    await button('Scan Another QR').click();
    await expect.element(button('Start Scanning')).toBeVisible();
  });

  it('the token is kept as pendingClaim, login with intent distributor; after login the claim confirmation opens', async () => {
    signIn(null);
    await openScanned('distributor');
    await button('Login to Claim').click();
    await expect.poll(() => opened).toEqual(['/api/login?intent=distributor&returnTo=%2Fmobile-scanner']);
    expect(stored('pendingClaim')).toBe(TOKEN);
    signIn('distributor');
    await open();
    await expect.element(claimDialog()).toBeVisible();
    expect(stored('pendingClaim')).toBeNull();
  });

  it('a customer who claims sees Requiere cuenta de distribuidor, goes to login; the pending claim is saved', async () => {
    signIn('customer');
    await openScanned('distributor');
    await expect.element(button('Claim QR Code')).toBeEnabled();
    const time = manualTime();
    await button('Claim QR Code').click();
    await time.advance(100);
    await expect.poll(() => document.querySelector('.toast')?.getAttribute('lang')).toBe('es');
    expect(document.querySelector('.toast-title')?.textContent).toBe('Requiere cuenta de distribuidor');
    expect(stored('pendingClaim')).toBeNull();
    await time.advance(2_500);
    await expect.poll(() => opened).toEqual(['/api/login?intent=distributor&returnTo=%2Fmobile-scanner']);
    expect(stored('pendingClaim')).toBe(TOKEN);
    expect(api.sent(calls.claim)).toEqual([]);
  });
});

describe('4 · The result is cleared and the matching tab opens; 7 · what is read again', () => {
  it('Scans after redemption', async () => {
    signIn('customer');
    api.on(calls.redeem, YES);
    api.on(calls.scan, scannedAs('customer'));
    await open();
    await tab('Scans').click();
    await expect.element(page.getByText('No QR codes scanned yet')).toBeVisible();
    const before = api.sent(calls.myScans).length;
    await tab('Scanner').click();
    await button('Start Scanning').click();
    await dialog().getByLabelText('Link or code').fill(TOKEN);
    await press('Continue');
    await button('Redeem Benefit').click();
    await expect.element(tab('Scans')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => api.sent(calls.myScans).length).toBeGreaterThan(before);
    await tab('Scanner').click();
    await expect.element(button('Start Scanning')).toBeVisible();
  });

  it('QR Codes after claim', async () => {
    signIn('distributor');
    api.on(calls.claim, YES);
    await openScanned('distributor');
    await expect.element(button('Claim QR Code')).toBeEnabled();
    const before = api.sent(calls.userRole).length;
    await button('Claim QR Code').click();
    await press('Sí, Reclamar QR', claimDialog());
    await expect.element(tab('QR Codes')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => api.sent(calls.userRole).length).toBe(before + 1);
    await expect.poll(() => api.sent(calls.listOwnQrs).length).toBeGreaterThan(0);
    await tab('Scanner').click();
    await expect.element(button('Start Scanning')).toBeVisible();
  });

  it('after a claim, the ledger too: it is read again when it is next shown', async () => {
    signIn('distributor');
    api.on(calls.claim, YES);
    api.on(calls.scan, scannedAs('distributor'));
    const goTo = (path: string) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    };
    const ledgers = () => api.sent(calls.ledger).length;
    const breakdown = page.getByRole('heading', { name: 'Commission Breakdown' });
    await open('/payouts');
    await expect.element(breakdown).toBeVisible();
    await expect.poll(ledgers).toBe(1);
    // Without a claim it is not read again, because data never goes stale.
    goTo('/account');
    await expect.element(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    goTo('/payouts');
    await expect.element(breakdown).toBeVisible();
    goTo(`/mobile-scanner?token=${TOKEN}`);
    await button('Claim QR Code').click();
    expect(ledgers()).toBe(1);
    await press('Sí, Reclamar QR', claimDialog());
    await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('QR Claimed Successfully');
    goTo('/payouts');
    await expect.poll(ledgers).toBe(2);
  });
});

it('4 · Scan QR Code: nothing typed after it was closed; the focus goes back', async () => {
  signIn(null);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(new Promise(() => {}));
  await open();
  const field = page.getByRole('dialog', { name: 'Scan QR Code' }).getByLabelText('Link or code');
  for (const _ of [1, 2]) {
    await button('Start Scanning').click();
    await expect.element(field).toHaveValue('');
    await field.fill('half-a-token');
    await userEvent.keyboard('{Escape}');
    await seeNoDialog();
    await expect.element(button('Start Scanning')).toHaveFocus();
  }
});

it('the empty lists lead to the camera', async () => {
  signIn('distributor');
  await open();
  for (const name of ['Scans', 'QR Codes']) {
    await tab(name).click();
    await button('Scan a code').click();
    await expect.element(tab('Scanner')).toHaveAttribute('aria-selected', 'true');
  }
});

describe('signed out', () => {
  it('6 · the list of QRs loads only when signed in; 7 · each list leads to the login of its role', async () => {
    signIn(null);
    await open();
    await tab('Scans').click();
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const login = (intent: Kind) => `/api/login?intent=${intent}&returnTo=%2Fmobile-scanner`;
    await expect.element(link('Customer Login')).toHaveAttribute('href', login('customer'));
    await tab('QR Codes').click();
    await expect.element(link('Distributor login')).toHaveAttribute('href', login('distributor'));
    expect([...api.sent(treeRowCalls.ofDistributor), ...api.sent(calls.myScans)]).toEqual([]);
  });
});

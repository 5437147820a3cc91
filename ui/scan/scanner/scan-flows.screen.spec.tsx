import { calls } from '@perktree/contracts/catalogue/calls';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { button, dialog, press, seeNoDialog, seeText } from '../../testing/forms.ts';
import { api, manualTime, opened, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { OFFER, scanOf } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';

/** Scanning, signing in on the way, redeeming and claiming: sections 4, 7 and 8, word for word. */
type Kind = 'customer' | 'distributor';
const TOKEN = 'some-token';
const SAID = 'What the server says.';
const NO = { success: false, message: SAID };
const YES = { success: true, message: 'Done.' };
const stored = (key: string) => sessionStorage.getItem(key);
const open = (path = '/mobile-scanner') => openScreen(path, { viewport: PHONE });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const isChosen = (name: string) => expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
const login = (intent: Kind) => `/api/login?intent=${intent}&returnTo=%2Fmobile-scanner`;
const claimDialog = () => page.getByRole('dialog', { name: 'Confirmar Reclamación de QR' });
async function typeCode(): Promise<void> {
  await dialog().getByLabelText('Link or code').fill(TOKEN);
  await press('Continue');
}
async function openScanned(intent: Kind): Promise<void> {
  api.on(calls.scan, scanOf(intent, TOKEN));
  await open(`/mobile-scanner?token=${TOKEN}`);
}

beforeEach(() => api.answerReads('empty'));

it('4 · signed out: the scan result is kept as pendingRedemption, login with intent customer; after login it restores the card', async () => {
  signIn(null);
  await openScanned('customer');
  await button('Login to Redeem').click();
  await expect.poll(() => opened).toEqual([login('customer')]);
  expect(JSON.parse(stored('pendingRedemption') ?? '')).toMatchObject({ intent: 'customer', token: TOKEN });
  signIn('customer');
  await open();
  await seeText('QR Detected!');
  await expect.element(button('Redeem Benefit')).toBeVisible();
  expect(stored('pendingRedemption')).toBeNull();
  await button('Scan Another QR').click();
  await expect.element(button('Start Scanning')).toBeVisible();
});

it('4 · signed out: the token is kept as pendingClaim, login with intent distributor; after login the claim confirmation opens', async () => {
  signIn(null);
  await openScanned('distributor');
  await button('Login to Claim').click();
  await expect.poll(() => opened).toEqual([login('distributor')]);
  expect(stored('pendingClaim')).toBe(TOKEN);
  signIn('distributor');
  await open();
  await expect.element(claimDialog()).toBeVisible();
  expect(stored('pendingClaim')).toBeNull();
});

it('4 · a customer who claims sees Requiere cuenta de distribuidor, goes to login; the pending claim is saved', async () => {
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
  await expect.poll(() => opened).toEqual([login('distributor')]);
  expect(stored('pendingClaim')).toBe(TOKEN);
  expect(api.sent(calls.claim)).toEqual([]);
});

it('4, 7 · after a redemption the result is cleared, and Scans opens and is read again', async () => {
  signIn('customer');
  api.on(calls.redeem, YES);
  api.on(calls.scan, scanOf('customer', TOKEN));
  await open();
  await tab('Scans').click();
  await seeText('No QR codes scanned yet');
  const before = api.sent(calls.myScans).length;
  // The empty list leads to the camera.
  await button('Scan a code').click();
  await isChosen('Scanner');
  await button('Start Scanning').click();
  await typeCode();
  await button('Redeem Benefit').click();
  await isChosen('Scans');
  await expect.poll(() => api.sent(calls.myScans).length).toBeGreaterThan(before);
  await tab('Scanner').click();
  await expect.element(button('Start Scanning')).toBeVisible();
});

it('4, 7 · after a claim the result is cleared, and QR Codes opens; role, QRs and ledger are read again when they are shown', async () => {
  signIn('distributor');
  api.on(calls.claim, YES);
  api.on(calls.scan, scanOf('distributor', TOKEN));
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
  const roles = api.sent(calls.userRole).length;
  expect(ledgers()).toBe(1);
  await press('Sí, Reclamar QR', claimDialog());
  await isChosen('QR Codes');
  await expect.poll(() => api.sent(calls.userRole).length).toBe(roles + 1);
  await expect.poll(() => api.sent(calls.listOwnQrs).length).toBeGreaterThan(0);
  await button('Scan a code').click();
  await expect.element(button('Start Scanning')).toBeVisible();
  goTo('/payouts');
  await expect.poll(ledgers).toBe(2);
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

it('6 · signed out, the lists do not load; 7 · Back leads to /, and each list to the login of its role', async () => {
  signIn(null);
  await open();
  const link = (name: string) => expect.element(page.getByRole('link', { name, exact: true }));
  await link('Back').toHaveAttribute('href', '/');
  await tab('Scans').click();
  await link('Customer Login').toHaveAttribute('href', login('customer'));
  await tab('QR Codes').click();
  await link('Distributor login').toHaveAttribute('href', login('distributor'));
  expect([...api.sent(treeRowCalls.ofDistributor), ...api.sent(calls.myScans)]).toEqual([]);
});

const UNANSWERED = 'No answer came, so this may have been done. Try again: it is not done twice.';

it('8 · Redeem: refused, failed and done', async () => {
  signIn('customer');
  await openScanned('customer');
  await expect.poll(() => api.bodies(calls.scan)).toEqual([{ token: TOKEN }]);
  for (const [answer, title, text, isFailure] of [
    [NO, 'Redemption Failed', SAID, true],
    [refusal(500, SAID), 'Redemption Error', SAID, true],
    [UNREACHED, "We don't know yet", UNANSWERED, true],
    [YES, 'Benefit Redeemed', 'Your benefit has been redeemed successfully!', false],
  ] as const) {
    api.on(calls.redeem, answer);
    await button('Redeem Benefit').click();
    await seeToast(title, text, { isFailure });
  }
  expect(api.bodies(calls.redeem)).toEqual(Array(4).fill({ token: TOKEN }));
});

it('8 · Claim: each refusal, and done', async () => {
  signIn('distributor');
  await openScanned('distributor');
  for (const [answer, title, text, isFailure] of [
    [refusal(409, SAID), 'Already Claimed', 'This QR code has already been claimed by another distributor.', true],
    [refusal(403, SAID), 'Access Denied', "You don't have permission to claim QR codes from this site.", true],
    [refusal(400, SAID), 'Invalid QR Code', 'The QR code is invalid, expired, or corrupted.', true],
    [refusal(500, SAID), 'Claim Error', SAID, true],
    [UNREACHED, "We don't know yet", UNANSWERED, true],
    [NO, 'Claim Failed', SAID, true],
    [YES, 'QR Claimed Successfully', 'QR is now assigned to your distributor account!', false],
  ] as const) {
    api.on(calls.claim, answer);
    await button('Claim QR Code').click();
    await press('Sí, Reclamar QR', claimDialog());
    await seeToast(title, text, { isFailure });
    await seeNoDialog();
  }
  expect(api.bodies(calls.claim)).toEqual(Array(7).fill({ token: TOKEN }));
});

it.each([
  [
    'customer',
    calls.redeem,
    NO,
    { isMaxedOut: true },
    'Redeem Benefit',
    'This offer has reached its maximum redemptions',
  ],
  [
    ...(['distributor', calls.claim, refusal(409, SAID), { claimObstacle: 'claimed' }, 'Claim QR Code'] as const),
    'This QR code has already been claimed',
  ],
] as const)(
  'after a refusal the card of a %s says what the offer is now',
  async (kind, call, answer, now, label, notice) => {
    const read = kind === 'customer' ? calls.customerScanInfo : calls.distributorScanInfo;
    const info = (more: object) => api.on(read, { success: true, message: '', qr: { ...OFFER, ...more } });
    signIn(kind);
    info({});
    await openScanned(kind);
    await expect.element(button(label)).toBeEnabled();
    info(now);
    api.on(call, answer);
    await button(label).click();
    if (kind === 'distributor') await press('Sí, Reclamar QR', claimDialog());
    await seeText(notice, page, { exact: true });
    await expect.element(button(label)).not.toBeInTheDocument();
  },
);

it('8 · Scan: refused, failed, and failed without a message', async () => {
  signIn(null);
  await open();
  for (const [answer, title, text] of [
    [NO, 'Scan Failed', SAID],
    [refusal(500, SAID), 'Scan Error', SAID],
    [refusal(500, ''), 'Scan Error', 'Unknown error'],
  ] as const) {
    api.on(calls.scan, answer);
    await button('Start Scanning').click();
    await typeCode();
    await seeToast(title, text, { isFailure: true });
  }
});

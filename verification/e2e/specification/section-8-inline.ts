import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { qrButtons } from '../support/actions.ts';
import { PHONE } from '../support/browser.ts';
import { NAMES, SITE_NAME, tokenOf } from '../support/shop.ts';
import { refusal, type Stub, stub } from '../support/stub.ts';
import { useVisits } from '../support/visits.ts';

const UNKNOWN_SITE = '00000000-0000-4000-8000-000000000001';

/** Messages on the page instead of in a toast: inline messages, notices and the error card. */
const visits = useVisits();
const SAID = 'What the server says.';

/** Longer than any QR code holds. */
const TOO_LONG = `https://perktree.example/${'x'.repeat(4_000)}`;
const links = (fields: object) => ({
  body: {
    ...{ qrUrl: 'https://a.example', qrCodeImage: 'data:image/png;base64,AAAA', qrName: 'Winter' },
    ...{ customerUrl: 'https://a.example', distributorUrl: 'https://b.example', benefitDisplay: '20% Discount' },
    ...fields,
  },
});
const NO_CUSTOMER_CODE = 'Failed to generate customer QR code. Please try again.';
const NO_DISTRIBUTOR_CODE = 'Failed to generate distributor QR code. Please try again.';
type Answer = Omit<Stub, 'method' | 'path'>;
const QR_IMAGES: readonly (readonly [string, string, string, Answer])[] = [
  ['no image', NO_CUSTOMER_CODE, 'Customer Link', links({ qrCodeImage: '' })],
  ['request error', NO_CUSTOMER_CODE, 'Customer Link', refusal(500, SAID)],
  ['not drawn', NO_DISTRIBUTOR_CODE, 'Distributor Link', links({ distributorUrl: TOO_LONG })],
  ['request error', NO_DISTRIBUTOR_CODE, 'Distributor Link', refusal(500, SAID)],
];

const offer = (fields: object) => ({
  success: true,
  message: 'OK',
  qr: {
    ...{ name: 'Winter', siteName: SITE_NAME, currency: 'EUR', type: 'DISCOUNT_PERCENT', discountPercent: 20 },
    ...{ discountFixedAmount: null, textReward: null, benefitDisplay: '20% Discount', externalUrl: null },
    ...{ maxRedemptions: 3, totalRedemptions: 1, isMaxedOut: false, isExpired: false, isClaimed: false },
    ...{ isInactive: false, claimObstacle: null },
    ...{ expiresAtUtc: '2099-01-02T03:04:05.000Z', commissionPercent: '10.00' },
    ...fields,
  },
});
const expired = offer({ isExpired: true, expiresAtUtc: '2020-01-02T03:04:05.000Z' });
const full = offer({ isMaxedOut: true, totalRedemptions: 3 });
type Kind = 'customer' | 'distributor';
/** Kind, notice, other visible text (2.11, 2.12), the disabled button, and the answer. */
const NOTICES: readonly (readonly [Kind, string, string | RegExp, string, object])[] = [
  ['customer', 'This offer has expired', /^Expired on .*2020/, 'Redeem Benefit', expired],
  ['customer', 'This offer has reached its maximum redemptions', 'Used 3/3 (Full)', 'Redeem Benefit', full],
  ['distributor', 'This QR code has expired', 'Expired', 'Claim QR Code', expired],
  ['distributor', 'This QR code has reached maximum capacity', 'Full', 'Claim QR Code', full],
];
/** Sections 2.11 and 2.12 of an offer that is neither. */
const OPEN: readonly (readonly [Kind, string])[] = [
  ['customer', 'Used 1/3'],
  ['distributor', 'Available'],
  ['distributor', 'Max 3'],
];
const INFO: readonly (readonly [string, Answer, string])[] = [
  ['error', refusal(500, SAID), SAID],
  ['success false', { body: { success: false, message: SAID } }, SAID],
  ['no qr, nothing said', { body: { success: true, message: '' } }, 'Unknown error'],
];

/** Opens a link page that requests its data again, as it does in a tab that was used before. */
async function openLink(page: Page, kind: Kind, answer: Answer) {
  const url = kind === 'customer' ? visits.shop.free.customerUrl : visits.shop.free.distributorUrl;
  const remove = await stub(page, { method: 'GET', path: `/scan-info/${kind}/*`, ...answer });
  await page.goto('/healthz');
  await page.evaluate(() => sessionStorage.setItem('lastPosition', '1'));
  const asked = page.waitForResponse(`**/api/scan-info/${kind}/${tokenOf(url)}`);
  await page.goto(url);
  await asked;
  return remove;
}

describe('of an owner at a desk and a distributor with a phone', () => {
  let owner: Page;
  let distributor: Page;
  beforeAll(async () => {
    [owner, distributor] = await Promise.all([visits.page('owner'), visits.page('distributor', PHONE)]);
  });

  it.each(QR_IMAGES)('8 · Inline messages (%s) · %s', async (_what, text, tab, answer) => {
    const remove = await stub(owner, { method: 'GET', path: '/qrs/*/qrcode', ...answer });
    await owner.goto(`/qr-management?site=${visits.shop.siteId}`);
    await owner.getByRole('button', { name: `More for ${NAMES.free}` }).click();
    await owner.getByRole('menuitem', { name: 'Show QR Code' }).click();
    await owner.getByRole('tab', { name: tab }).click();
    await owner.getByRole('dialog').getByText(text, { exact: true }).waitFor();
    await remove();
  });

  it.each(NOTICES)('8 · Inline notices on scan pages · %s · %s · with %s', async (kind, notice, also, button, body) => {
    const remove = await openLink(distributor, kind, { body });
    await distributor.getByText(notice, { exact: true }).waitFor();
    await distributor.getByText(also, { exact: true }).first().waitFor();
    await expect.poll(() => distributor.getByRole('button', { name: button }).isDisabled()).toBe(true);
    await remove();
  });

  it.each(OPEN)('2.11, 2.12 · %s page of an offer with a maximum · %s', async (kind, text) => {
    const remove = await openLink(distributor, kind, { body: offer({}) });
    await distributor.getByText(text, { exact: true }).waitFor();
    await remove();
  });

  describe.each(['customer', 'distributor'] as const)('8 · Scan info · %s page · Invalid QR Code', (kind) => {
    it.each(INFO)('%s', async (_what, answer, text) => {
      const remove = await openLink(distributor, kind, answer);
      const card = distributor.getByRole('alert').filter({ hasText: 'Invalid QR Code' });
      await card.getByRole('heading', { name: 'Invalid QR Code', exact: true }).waitFor();
      await card.getByText(text, { exact: true }).waitFor();
      await card.getByRole('link', { name: 'Go to Home', exact: true }).waitFor();
      await remove();
    });
  });

  it.each(['customer', 'distributor'])('2.11 · with no token (/scan/%s/) · No QR token provided', async (kind) => {
    await distributor.goto(`/scan/${kind}/`);
    await distributor.getByText('No QR token provided', { exact: true }).waitFor();
  });

  it('8 · Camera · inline · Camera access denied or not available', async () => {
    await distributor.goto('/mobile-scanner');
    await distributor.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await distributor.getByRole('button', { name: 'Start Scanning' }).click();
    const dialog = distributor.getByRole('dialog', { name: 'Scan QR Code' });
    await dialog.getByText('Camera access denied or not available', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Try Again', exact: true }).waitFor();
    await expect.poll(() => distributor.locator('.toast').count()).toBe(0);
  });

  it('8 · A failed site-config fetch is only logged', async () => {
    const logged = distributor.waitForEvent('console', (message) => message.text().startsWith('500: '));
    const remove = await stub(distributor, { method: 'GET', path: '/site-config', ...refusal(500, SAID) });
    await distributor.goto('/qr-management');
    expect((await logged).type()).toBe('warning');
    await qrButtons(distributor, NAMES.root).getByRole('button', { name: 'Edit' }).waitFor();
    await expect.poll(() => distributor.getByText(SAID).count()).toBe(0);
    await expect.poll(() => qrButtons(distributor, NAMES.root).getByRole('button', { name: 'Split' }).count()).toBe(0);
    await remove();
  });

  it.each([
    ['/payouts', 'Top Distributors', () => owner.getByRole('region', { name: 'Top Distributors' })],
    [`/qr-management/bulk?site=${UNKNOWN_SITE}`, 'Create QR codes from a CSV', () => owner.getByRole('main')],
  ] as const)('8 · A failed list of sites shows an error instead of a spinner, on %s', async (path, heading, where) => {
    const remove = await stub(owner, { method: 'GET', path: '/me/sites', ...refusal(500, SAID) });
    await owner.goto(path);
    await where().getByText(SAID).waitFor();
    await where().getByRole('heading', { name: heading, exact: true }).waitFor();
    await remove();
  });

  it('8 · A failed auth call is treated as signed out', async () => {
    const remove = await stub(distributor, { method: 'GET', path: '/api/auth/user', ...refusal(500, SAID) });
    await distributor.goto('/payouts');
    await distributor.waitForURL('**/login?returnTo=%2Fpayouts');
    await expect.poll(() => distributor.getByText(SAID).count()).toBe(0);
    await remove();
  });
});

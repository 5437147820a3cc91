import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { scanOf } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';

/** Toasts of the scan page, word for word: the specification's section 8. */
const SAID = 'What the server says.';
const NO = { success: false, message: SAID };
const YES = { success: true, message: 'Done.' };
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens the scan page after a scan of a QR of the shop. */
async function openScanned(kind: 'customer' | 'distributor', token: string): Promise<void> {
  api.answerReads('empty');
  signIn(kind);
  api.on(calls.scan, scanOf(kind, token));
  await openScreen(`/mobile-scanner?token=${token}`, { viewport: PHONE });
  await expect.element(page.getByText('QR Detected!')).toBeVisible();
  expect(api.sent(calls.scan).map(({ body }) => body)).toEqual([{ token }]);
}

it.each([
  ['8 · Redeem (success false)', NO, 'Redemption Failed', SAID, true],
  ['8 · Redeem (request error)', refusal(500, SAID), 'Redemption Error', SAID, true],
  ['8 · Redeem success', YES, 'Benefit Redeemed', 'Your benefit has been redeemed successfully!', false],
] as const)('%s', async (_, answer, title, text, isFailure) => {
  await openScanned('customer', 'customer-token');
  api.on(calls.redeem, answer);
  await click('Redeem Benefit');
  await seeToast(title, text, { isFailure });
  expect(api.sent(calls.redeem).map(({ body }) => body)).toEqual([{ token: 'customer-token' }]);
});

const CLAIMED_BY_OTHER = 'This QR code has already been claimed by another distributor.';
it.each([
  ['8 · Claim 409', refusal(409, SAID), 'Already Claimed', CLAIMED_BY_OTHER, true],
  [
    '8 · Claim 403',
    refusal(403, SAID),
    'Access Denied',
    "You don't have permission to claim QR codes from this site.",
    true,
  ],
  ['8 · Claim 400', refusal(400, SAID), 'Invalid QR Code', 'The QR code is invalid, expired, or corrupted.', true],
  ['8 · Claim 500', refusal(500, SAID), 'Claim Error', SAID, true],
  ['8 · Claim success false', NO, 'Claim Failed', SAID, true],
  ['8 · Claim success', YES, 'QR Claimed Successfully', 'QR is now assigned to your distributor account!', false],
] as const)('%s', async (_, answer, title, text, isFailure) => {
  await openScanned('distributor', 'distributor-token');
  api.on(calls.claim, answer);
  await click('Claim QR Code');
  await page
    .getByRole('dialog', { name: 'Confirmar Reclamación de QR' })
    .getByRole('button', { name: 'Sí, Reclamar QR' })
    .click();
  await seeToast(title, text, { isFailure });
  expect(api.sent(calls.claim).map(({ body }) => body)).toEqual([{ token: 'distributor-token' }]);
});

it.each([
  ['8 · Scan (success false)', NO, 'Scan Failed', SAID],
  ['8 · Scan (server message)', refusal(500, SAID), 'Scan Error', SAID],
  ['8 · Scan (Unknown error)', refusal(500, ''), 'Scan Error', 'Unknown error'],
] as const)('%s', async (_, answer, title, text) => {
  signIn(null);
  await openScreen('/mobile-scanner', { viewport: PHONE });
  await click('Start Scanning');
  const dialog = page.getByRole('dialog', { name: 'Scan QR Code' });
  await dialog.getByLabelText('Link or code').fill('some-token');
  api.on(calls.scan, answer);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await seeToast(title, text, { isFailure: true });
});

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

it('8 · Redeem: refused, failed and done', async () => {
  await openScanned('customer', 'customer-token');
  for (const [answer, title, text, isFailure] of [
    [NO, 'Redemption Failed', SAID, true],
    [refusal(500, SAID), 'Redemption Error', SAID, true],
    [YES, 'Benefit Redeemed', 'Your benefit has been redeemed successfully!', false],
  ] as const) {
    api.on(calls.redeem, answer);
    await click('Redeem Benefit');
    await seeToast(title, text, { isFailure });
  }
  const body = { token: 'customer-token' };
  expect(api.sent(calls.redeem).map((request) => request.body)).toEqual([body, body, body]);
});

it('8 · Claim: each refusal, and done', async () => {
  await openScanned('distributor', 'distributor-token');
  const dialog = page.getByRole('dialog', { name: 'Confirmar Reclamación de QR' });
  for (const [answer, title, text, isFailure] of [
    [refusal(409, SAID), 'Already Claimed', 'This QR code has already been claimed by another distributor.', true],
    [refusal(403, SAID), 'Access Denied', "You don't have permission to claim QR codes from this site.", true],
    [refusal(400, SAID), 'Invalid QR Code', 'The QR code is invalid, expired, or corrupted.', true],
    [refusal(500, SAID), 'Claim Error', SAID, true],
    [NO, 'Claim Failed', SAID, true],
    [YES, 'QR Claimed Successfully', 'QR is now assigned to your distributor account!', false],
  ] as const) {
    api.on(calls.claim, answer);
    await click('Claim QR Code');
    await dialog.getByRole('button', { name: 'Sí, Reclamar QR' }).click();
    await seeToast(title, text, { isFailure });
    await expect.element(dialog).not.toBeInTheDocument();
  }
  expect(api.sent(calls.claim).map(({ body }) => body)).toEqual(Array(6).fill({ token: 'distributor-token' }));
});

it('8 · Scan: refused, failed, and failed without a message', async () => {
  signIn(null);
  await openScreen('/mobile-scanner', { viewport: PHONE });
  const dialog = page.getByRole('dialog', { name: 'Scan QR Code' });
  for (const [answer, title, text] of [
    [NO, 'Scan Failed', SAID],
    [refusal(500, SAID), 'Scan Error', SAID],
    [refusal(500, ''), 'Scan Error', 'Unknown error'],
  ] as const) {
    api.on(calls.scan, answer);
    await click('Start Scanning');
    await dialog.getByLabelText('Link or code').fill('some-token');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await seeToast(title, text, { isFailure: true });
  }
});

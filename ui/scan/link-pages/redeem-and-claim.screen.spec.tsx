import { calls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, darkFindings } from '../../testing/audit.ts';
import { refusal } from '../../testing/fake-api.ts';
import { giveLink as give, OPEN_SCAN } from '../../testing/links.ts';
import { newLink, openPublicPage } from '../../testing/open-public-page.tsx';
import { api, opened } from '../../testing/open-screen.tsx';
import { see } from '../../testing/see.ts';
import { seeToast } from '../../testing/toasts.ts';

/** Redeeming and claiming on the page of a link: the specification's sections 2.11, 2.12 and 8, word for word. */
const SAID = 'What the server says.';
const NO = { success: false, message: SAID };
const YES = { success: true, message: 'Done.' };

const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (title: string, name: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name, exact: true }).click();

describe('2.11 · Confirm Redemption', () => {
  it('asks in a dialog that keeps the focus, and gives it back', async () => {
    give('customer', 'customer');
    await openPublicPage(newLink('customer'));
    await click('Redeem Benefit');
    await see({
      dialog: 'Confirm Redemption',
      texts: ['Are you sure you want to redeem this benefit? This action cannot be undone.'],
      buttons: ['Cancel', 'Redeem Benefit'],
    });
    expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Redeem Benefit' })).toHaveFocus();
    expect(api.sent(calls.redeem)).toEqual([]);
  });

  it('Back closes the dialog; with nothing open it leaves the page', async () => {
    give('customer', 'customer');
    history.replaceState(null, '', '/before');
    history.pushState(null, '', '/');
    const link = newLink('customer');
    await openPublicPage(link);
    await click('Redeem Benefit');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    history.back();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Redeem Benefit' })).toHaveFocus();
    expect(location.pathname).toBe(link);
    history.back();
    await expect.poll(() => location.pathname).toBe('/before');
    expect(api.sent(calls.redeem)).toEqual([]);
  });

  it('8 · Redeem: refused, failed and done', async () => {
    give('customer', 'customer');
    const link = newLink('customer');
    await openPublicPage(link);
    for (const [answer, title, text, isFailure] of [
      [NO, 'Redemption Failed', SAID, true],
      [refusal(500, SAID), 'Redemption Error', SAID, true],
      [YES, 'Benefit Redeemed!', 'You have successfully redeemed this benefit.', false],
    ] as const) {
      await click('Redeem Benefit');
      api.on(calls.redeem, answer);
      await confirm('Confirm Redemption', 'Redeem Benefit');
      await seeToast(title, text, { isFailure });
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    }
    const body = { token: link.split('/').at(-1) };
    expect(api.sent(calls.redeem).map((request) => request.body)).toEqual([body, body, body]);
    await expect.element(page.getByRole('heading', { name: 'Benefit redeemed' })).toHaveFocus();
    // Section 7: the scan info is loaded again.
    await expect.poll(() => api.sent(calls.customerScanInfo).length).toBe(2);
    await userEvent.keyboard('{F8}');
    await expect.poll(() => document.activeElement?.className).toMatch(/toast-area/);
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await expect.element(page.getByText('Benefit Redeemed!')).not.toBeInTheDocument();
  });

  it('of a session that has ended leads to the login', async () => {
    give('customer', 'customer');
    await openPublicPage(newLink('customer'));
    await click('Redeem Benefit');
    api.on(calls.redeem, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
    await confirm('Confirm Redemption', 'Redeem Benefit');
    await expect.poll(() => opened[0]).toMatch(/^\/api\/login\?intent=customer&returnTo=%2Fscan%2Fcustomer%2F/);
  });
});

describe('2.12 · Claim QR Code', () => {
  it('states the commission percent, and gives the focus back; 8 · each refusal, and done', async () => {
    give('distributor', 'distributor');
    const link = newLink('distributor');
    await openPublicPage(link);
    await click('Claim QR Code');
    await see({ dialog: 'Claim QR Code', parts: [/10\.00%/], buttons: ['Cancel', 'Claim QR Code'] });
    expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Claim QR Code' })).toHaveFocus();
    expect(api.sent(calls.claim)).toEqual([]);
    for (const [answer, title, text, isFailure] of [
      [refusal(409, SAID), 'Already Claimed', 'This QR code has already been claimed by another distributor.', true],
      [refusal(403, SAID), 'Access Denied', "You don't have permission to claim QR codes from this site.", true],
      [refusal(400, SAID), 'Invalid QR Code', 'The QR code is invalid, expired, or corrupted.', true],
      [refusal(500, SAID), 'Claim Error', SAID, true],
      [NO, 'Claim Failed', SAID, true],
      [YES, 'QR Code Claimed!', 'You can now promote this QR code and earn commissions.', false],
    ] as const) {
      await click('Claim QR Code');
      api.on(calls.claim, answer);
      await confirm('Claim QR Code', 'Claim QR Code');
      await seeToast(title, text, { isFailure });
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    }
    expect(api.sent(calls.claim).map(({ body }) => body)).toEqual(Array(6).fill({ token: link.split('/').at(-1) }));
    await expect.element(page.getByRole('heading', { name: 'This QR code is yours' })).toHaveFocus();
    await expect
      .element(page.getByRole('link', { name: 'Open My QR Codes' }))
      .toHaveAttribute('href', '/qr-management');
    await expect.poll(() => api.sent(calls.distributorScanInfo).length).toBe(2);
  });

  it('4 · of a customer without the role: a Spanish notice, then the login of distributors', async () => {
    give('distributor', 'customer');
    await openPublicPage(newLink('distributor'));
    await click('Claim QR Code');
    await expect.poll(() => document.querySelector('.toast')?.getAttribute('lang')).toBe('es');
    await expect.element(page.getByText('Requiere cuenta de distribuidor')).toBeVisible();
    expect(api.sent(calls.claim)).toEqual([]);
  });
});

it('2.11 · the button to redeem stays where it is while the code above it loads', async () => {
  give('customer', 'customer');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.on(calls.scan, async () => {
    await answered;
    return OPEN_SCAN;
  });
  await openPublicPage(newLink('customer'));
  await see({ buttons: ['Redeem Benefit'] });
  const place = () => page.getByRole('button', { name: 'Redeem Benefit' }).element().getBoundingClientRect();
  const { x, y } = place();
  answer();
  await expect.element(page.getByRole('img', { name: 'QR of your redemption code' })).toBeVisible();
  expect(place()).toMatchObject({ x, y });
});

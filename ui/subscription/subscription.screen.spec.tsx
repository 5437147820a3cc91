import { calls } from '@perktree/contracts/catalogue/calls';
import type { PlanInvoice } from '@perktree/contracts/subscription/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { seeText } from '../testing/forms.ts';
import { api, opened, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { see, seeNot } from '../testing/see.ts';
import { seeToast } from '../testing/toasts.ts';

const CURRENT = 'Current Plan';
const NUDGE = 'Upgrade to Pro for more sites, unlimited redemptions and staff codes.';
const PRO = { sites: 3, activeQrs: 100, redemptionsPerMonth: null, splitDepth: null, staffCodes: true };

beforeEach(() => {
  signIn('site_owner');
  api.on(calls.plan, {
    id: 'pro',
    limits: { ...PRO, autoPayouts: false, whiteLabel: false },
    used: { sites: 1, activeQrs: 2, redemptionsThisMonth: 5 },
  });
  api.on(calls.planInvoices, { invoices: [], hasOthersElsewhere: false });
});
const upgrade = () => page.getByRole('button', { name: 'Upgrade to Ultra' }).click();

it('8 · Subscription: says why it failed, then opens the payment page', async () => {
  api.on(calls.createSubscription, refusal(500, 'What the server says.'));
  await openScreen('/subscription');
  await upgrade();
  await seeToast('Subscription Error', 'What the server says.', { isFailure: true });
  expect(opened).toEqual([]);
  api.on(calls.createSubscription, { url: 'https://pay.example/session-7' });
  await upgrade();
  await seeToast('Subscription Started', 'Redirecting to payment...');
  expect(opened).toEqual(['https://pay.example/session-7']);
});

/** Section 2.8: the card of each plan, word for word. */
const CARDS = [
  ['Free', ['€0.00', 'Downgrade to Free', '1 site', '3 active QRs', '50 redemptions per month', '1-level splits']],
  ['Free', ['Basic reporting', 'With product branding.']],
  ['Pro', ['€15.99', 'Most Popular', 'Current Plan', 'Up to 3 sites', '100 active QRs', 'Unlimited redemptions']],
  ['Pro', ['Unlimited splits', 'Staff codes', '0% commission fees']],
  ['Ultra', ['€22.50', 'Upgrade to Ultra', 'Unlimited sites and QRs', 'Auto payouts via payment provider']],
  ['Ultra', ['White-label QRs', 'Advanced reporting', 'Priority support']],
] as const;
const ROWS = [
  'Sites 1 3 Unlimited',
  'Active QRs 3 100 Unlimited',
  'Commission Splits 1 level Unlimited Unlimited',
  'White-label No No Yes',
  'Auto Payouts No No Yes',
] as const;

it('2.8 · Subscription of a Pro user', async () => {
  await openScreen('/subscription');
  await see({ headings: ['Choose Your Plan', 'Your Current Plan'], texts: ['Paid'] });
  await expect.element(page.getByRole('button', { name: CURRENT })).toBeDisabled();
  for (const [plan, texts] of CARDS) {
    const card = page.getByRole('region', { name: plan, exact: true });
    for (const text of texts) expect(card.element().textContent?.replaceAll('\u00a0', ' ')).toContain(text);
  }
  for (const name of ROWS) await expect.element(page.getByRole('row', { name, exact: true })).toBeVisible();
  seeNot({ texts: [NUDGE] });
});

it('2.8 · Subscription of a Free user', async () => {
  signIn('site_owner', { subscriptionPlan: 'free' });
  await openScreen('/subscription');
  await see({ texts: [NUDGE, 'Free'], buttons: ['Upgrade to Pro', CURRENT] });
  const own = page.getByRole('region', { name: 'Free', exact: true });
  await expect.element(own.getByRole('button', { name: CURRENT })).toBeDisabled();
});

describe('invoices', () => {
  const INVOICE: PlanInvoice = {
    ...{ number: 'TEST-0001', issuedAt: '2026-06-01T10:00:00.000Z', from: '2026-06-01T10:00:00.000Z' },
    ...{ to: '2026-07-01T10:00:00.000Z', plan: 'pro', amount: '15.99', currency: 'EUR', status: 'not_charged' },
    url: null,
  };
  const region = (name: string) => page.getByRole('region', { name });

  it('with number, period, price and status', async () => {
    api.on(calls.planInvoices, { invoices: [INVOICE], hasOthersElsewhere: false });
    await openScreen('/subscription', { viewport: PHONE });
    const row = region('Invoices').getByRole('listitem');
    await expect.element(row).toBeVisible();
    const shown = (row.element() as HTMLElement).innerText.replace(/\s+/g, ' ');
    for (const text of ['Pro plan · TEST-0001', 'Issued Jun 1, 2026', '€15.99', 'Test, not charged'])
      expect(shown).toContain(text);
  });

  it('none on the Free plan; while the provider does not answer, the rest of the screen is as it is', async () => {
    await openScreen('/subscription');
    await seeText('No invoices yet', region('Invoices'));
    const text = 'The payment provider is not responding. Please try again.';
    api.on(calls.planInvoices, refusal(503, text, 'PAYMENT_PROVIDER_UNAVAILABLE'));
    await openScreen('/subscription');
    for (const said of ['Your invoices could not be loaded', text]) await seeText(said, region('Invoices'));
    await expect.element(page.getByRole('button', { name: 'Upgrade to Ultra' })).toBeVisible();
    await expect.element(page.getByText('1 of 3').first()).toBeVisible();
    api.on(calls.planInvoices, { invoices: [INVOICE], hasOthersElsewhere: false });
    await region('Invoices').getByRole('button').click();
    await seeText('Pro plan · TEST-0001', region('Invoices'));
  });
});

import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { fillIn, press, seeNoDialog, seeValues } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, REDEMPTION, SITE } from '../testing/shop.ts';

const REVERSED = { reversalId: REDEMPTION.id, redemptionId: REDEMPTION.id, amount: '10.00', whole: false, entries: [] };

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  openShop([]);
  api.on(calls.siteRedemptions, [REDEMPTION], { total: 1 });
  api.on(calls.reverseRedemption, REVERSED);
});

it('4 · Reverse redemption opens with the whole amount, no reason, the slot free: after it was cancelled, and after a part was reversed', async () => {
  await openScreen(`/sites/${SITE.id}/redemptions`, { viewport: PHONE });
  const own = page.getByRole('dialog', { name: 'Reverse redemption' });
  const open = async () => {
    await page.getByRole('button', { name: 'Reverse 20% Discount of Cleo Customer', exact: true }).click();
    await seeValues({ Reason: '' }, own);
    await expect.element(own.getByRole('radio').first()).toBeChecked();
    await expect
      .element(own.getByRole('checkbox', { name: "Don't count this redemption towards limits" }))
      .toBeChecked();
  };
  await open();
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  await fillIn({ Reason: 'Half typed' }, own);
  await press('Cancel', own);
  await seeNoDialog();
  await open();
  await own.getByRole('checkbox', { name: "Don't count this redemption towards limits" }).click();
  await own.getByRole('radio', { name: 'Part of it' }).click();
  await seeValues({ 'Amount (€)': '' }, own);
  await fillIn({ 'Amount (€)': '10.00', Reason: 'Goods returned' }, own);
  await press('Reverse', own);
  const done = page.getByRole('dialog', { name: 'Redemption reversed' });
  await expect.element(done.getByText('€10.00 of the sale was reversed.')).toBeVisible();
  await press('Close', done);
  await seeNoDialog();
  expect(api.sent(calls.reverseRedemption).map(({ body }) => body)).toEqual([
    { reason: 'Goods returned', amount: '10.00' },
  ]);
});

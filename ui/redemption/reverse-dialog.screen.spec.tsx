import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { fillIn, press, seeNoDialog, seeText, seeValues } from '../testing/forms.ts';
import { idOf } from '../testing/long-list.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { see } from '../testing/see.ts';
import { asOwner, REDEMPTION, SITE } from '../testing/shop.ts';

const PARTLY = { ...REDEMPTION, reversedAt: '2026-06-06T12:00:00.000Z', reversedAmount: '40.00' };
const STATES = [
  ...[REDEMPTION, PARTLY, { ...PARTLY, reversedAmount: '100.00', isWhollyReversed: true }],
  ...(['awaiting', 'lapsed'] as const).map((confirmation) => ({ ...REDEMPTION, confirmation })),
].map((row, n) => ({ ...row, id: idOf(n), customerName: `Customer ${n}` }));

it('a redemption is reversed in part or whole: the dialog opens with the whole amount, no reason, the slot free, also after it was cancelled', async () => {
  asOwner();
  api.on(calls.siteRedemptions, STATES, { total: STATES.length });
  const reversed = { reversalId: REDEMPTION.id, redemptionId: REDEMPTION.id, entries: [] };
  api.on(calls.reverseRedemption, { ...reversed, amount: '10.00', whole: false });
  await openScreen(`/sites/${SITE.id}/redemptions`, { viewport: PHONE });
  await see({ texts: ['Redeemed', 'Partly reversed', 'Reversed', 'Awaiting confirmation', 'Not confirmed'] });
  // The default amount of what staff did not confirm is no sale.
  expect(page.getByText('Expected: €100.00').elements()).toHaveLength(2);
  const reverse = page.getByRole('button', { name: /^Reverse / });
  expect(reverse.elements()).toHaveLength(4);
  const own = page.getByRole('dialog', { name: 'Reverse redemption' });
  const slot = own.getByRole('checkbox', { name: "Don't count this redemption towards limits" });
  const open = async () => {
    await reverse.first().click();
    await seeValues({ Reason: '' }, own);
    await expect.element(own.getByRole('radio').first()).toBeChecked();
    await expect.element(slot).toBeChecked();
  };
  await open();
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  await fillIn({ Reason: 'Half typed' }, own);
  await press('Cancel', own);
  await seeNoDialog();
  await open();
  await slot.click();
  await own.getByRole('radio', { name: 'Part of it' }).click();
  await seeValues({ 'Amount (€)': '' }, own);
  await fillIn({ 'Amount (€)': '10.00', Reason: 'Goods returned' }, own);
  await press('Reverse', own);
  const done = page.getByRole('dialog', { name: 'Redemption reversed' });
  await seeText('€10.00 of the sale was reversed.', done);
  await press('Close', done);
  await seeNoDialog();
  const bodies = api.bodies(calls.reverseRedemption);
  expect(bodies).toEqual([{ reason: 'Goods returned', amount: '10.00' }]);
});

it('the list has the days of the site, and names its time zone', async () => {
  asOwner();
  api.on(calls.listSites, [{ ...SITE, timeZone: 'Pacific/Kiritimati' }], { total: 1 });
  api.on(calls.siteRedemptions, [{ ...REDEMPTION, redeemedAt: '2026-06-30T10:00:00.000Z' }], { total: 1 });
  await openScreen(`/sites/${SITE.id}/redemptions`, { viewport: PHONE });
  await see({ parts: [/Times in Pacific\/Kiritimati\./, /Jul 1, 2026, 12:00 AM/] });
});

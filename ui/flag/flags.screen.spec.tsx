import { calls } from '@perktree/contracts/catalogue/calls';
import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { fillIn, press, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { see } from '../testing/see.ts';
import { asOwner, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const ID = '00000000-0000-4000-8000-000000000031';
const REDEMPTION = '00000000-0000-4000-8000-000000000032';
const SAM = { id: 'sam', name: 'Sam Staff' };
const CLEO = { id: 'cleo', name: 'Cleo Customer' };
const AT = NOW.toISOString();
const FLAG: FlagAnswer = {
  ...{ id: ID, kind: 'same_staff_and_customer', staff: SAM, customer: CLEO, deviceId: null, networkId: null },
  ...{ redemptions: 3, firstSeenAt: AT, lastSeenAt: AT, review: null },
  evidence: [
    {
      ...{ redemptionId: REDEMPTION, staff: SAM, customer: CLEO, redeemedAt: AT },
      ...{ sale: { amount: '40.00', usual: null, currency: 'EUR' }, reversal: 'partly' },
    },
  ],
};

const OLGA = { id: 'owner', name: 'Olga Owner' };

beforeEach(() => {
  asOwner();
});
const open = () => openScreen(`/sites/${SITE.id}/flags`, { viewport: PHONE });

it('a flag is marked as reviewed with what was found, by whom and when', async () => {
  let flag = FLAG;
  api.on(calls.siteFlags, () => [flag], { total: 1 });
  api.on(calls.reviewFlag, ({ body }) => {
    const { reason } = body as { reason: string };
    flag = { ...FLAG, review: { by: OLGA, at: AT, reason, redemptions: 3 } };
    return { id: ID, redemptions: 3 };
  });
  await open();
  await press('Review Same staff, same customer: Sam Staff and Cleo Customer', page);
  const own = page.getByRole('dialog', { name: 'Review this flag' });
  const reason = own.getByRole('textbox', { name: 'What did you find?' });
  await expect.element(reason).toHaveFocus();
  await press('Mark as reviewed', own);
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  expect(overflow()).toEqual([]);
  expect(api.sent(calls.reviewFlag)).toHaveLength(0);
  await fillIn({ 'What did you find?': 'Regular guest' });
  await press('Mark as reviewed');
  await seeToast('Flag Reviewed', 'Same staff, same customer');
  await seeNoDialog();
  expect(api.sent(calls.reviewFlag)).toMatchObject([
    { params: { siteId: SITE.id, flagId: ID }, body: { reason: 'Regular guest', redemptions: 3 } },
  ]);
  await see({ texts: ['Regular guest', '3 redemptions · Reviewed'], parts: [/^Reviewed by Olga Owner on /] });
});

it('says how many redemptions came after its review', async () => {
  const review = { by: OLGA, at: AT, reason: 'Regular guest', redemptions: 1 };
  api.on(calls.siteFlags, [{ ...FLAG, review }], { total: 1 });
  await open();
  await seeText('2 redemptions since then.');
});

it('has the days of the site, and names its time zone', async () => {
  api.on(calls.listSites, [{ ...SITE, timeZone: 'Pacific/Kiritimati' }], { total: 1 });
  api.on(calls.siteFlags, [{ ...FLAG, lastSeenAt: '2026-06-30T10:00:00.000Z' }], { total: 1 });
  await open();
  await see({ parts: [/Times in Pacific\/Kiritimati\./, /Jul 1, 2026, 12:00 AM/] });
});

it('leads from its evidence, with the amount, to the redemption, where it can be reversed', async () => {
  api.on(calls.siteFlags, [FLAG], { total: 1 });
  await open();
  await press('Show redemptions', page);
  await see({ parts: [/confirmed by Sam Staff · €40\.00 · partly reversed/] });
  await page.getByRole('link', { name: /^Open the redemption of Cleo Customer, / }).click();
  await see({ texts: ['One redemption is shown.'] });
  await expect.poll(() => api.sent(calls.siteRedemptions).at(-1)?.query.ids).toBe(REDEMPTION);
  await page.getByRole('link', { name: 'Show all redemptions' }).click();
  await expect.poll(() => api.sent(calls.siteRedemptions).at(-1)?.query.ids).toBeUndefined();
});

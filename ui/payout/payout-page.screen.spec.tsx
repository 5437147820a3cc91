import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutEntryAnswer, PayoutHistoryAnswer } from '@perktree/contracts/payout/entry-calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { region, seeText } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { see } from '../testing/see.ts';
import { SITE } from '../testing/shop.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const PAYOUT: PayoutHistoryAnswer = {
  ...{ id: id(3), siteId: SITE.id, siteName: 'Corner Café', siteTimeZone: 'Europe/Madrid' },
  ...{ distributor: { id: 'dana', name: 'Dana' }, currency: 'EUR', amount: '18.00', status: 'returned' },
  ...{ settlement: 'by_hand', entries: 2, sum: '18.00' },
  events: [
    {
      ...{ type: 'PayoutGenerated', at: '2026-07-31T22:30:00.000Z', position: '70', note: null, reasonCode: null },
      actor: { role: 'site_owner', person: { id: 'olga', name: 'Olga Owner' } },
    },
    {
      ...{
        type: 'PayoutReturned',
        at: '2026-08-02T10:00:00.000Z',
        position: '75',
        note: 'Wrong account',
        reasonCode: null,
      },
      actor: { role: 'site_owner', person: { id: 'olga', name: 'Olga Owner' } },
    },
  ],
};
const ENTRY: PayoutEntryAnswer = {
  ...{ id: id(4), redemptionId: id(5), qrId: id(6), sourceQrId: id(6), commissionPercent: '4.00', amount: '20.50' },
  ...{ currency: 'EUR', createdAt: '2026-07-01T22:30:00.000Z', maturesAt: '2026-07-15T22:30:00.000Z' },
  reversesEntryId: null,
};
const REVERSAL: PayoutEntryAnswer = { ...ENTRY, id: id(7), amount: '-2.50', reversesEntryId: id(4) };

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  api.on(calls.payout, PAYOUT);
  api.on(calls.payoutEntries, [ENTRY, REVERSAL], { total: 2 });
});

describe('the page of a payout', () => {
  it('lists its entries, sums them, and says who did what', async () => {
    await openScreen(`/payouts/${PAYOUT.id}`, { viewport: PHONE });
    for (const [panel, texts] of [
      ['Amount', ['Its 2 entries sum to €18.00: equal to the payout.', 'Returned']],
      ['Entries', [ENTRY.id, `Reverses entry ${id(4)}`, 'Jul 2, 2026 (Europe/Madrid)']],
      ['What happened', ['Aug 1, 2026, 12:30\u202fAM · Olga Owner (Site Owner) · event 70', 'Wrong account']],
    ] as const)
      for (const text of texts) await expect.element(region(panel).getByText(text).first()).toBeVisible();
    expect(overflow()).toEqual([]);
  });

  it('is read again when it is opened again: it may have been settled meanwhile', async () => {
    await openScreen(`/payouts/${PAYOUT.id}`);
    await seeText('Returned', region('Amount'));
    await page.getByRole('link', { name: 'Payouts & Commission' }).first().click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Payouts & Commission' })).toBeVisible();
    api.on(calls.payout, { ...PAYOUT, status: 'paid' });
    history.back();
    await seeText('Paid', region('Amount'));
  });

  it('says where its entries do not sum to it, or are missing', async () => {
    api.on(calls.payout, { ...PAYOUT, sum: '17.00' });
    await openScreen(`/payouts/${PAYOUT.id}`);
    await seeText('Its 2 entries sum to €17.00, the payout is €18.00.');
    api.on(calls.payout, { ...PAYOUT, sum: null });
    await openScreen(`/payouts/${PAYOUT.id}`);
    await seeText('The ledger lacks entries of this payout.');
  });

  it.each([
    ['site_owner', true],
    ['distributor', false],
  ] as const)(
    'explains an entry to a %s, leads from it to its trail: %s, and goes back to the payouts',
    async (role, isShown) => {
      signIn(role);
      await openScreen(`/payouts/${PAYOUT.id}`);
      await region('Entries').getByRole('button', { name: 'Explain €20.50 from QR 000006' }).click();
      await expect.poll(() => api.sent(calls.explainEntry)[0]?.params).toEqual({ entryId: ENTRY.id });
      const dialog = page.getByRole('dialog');
      await seeText(`Entry ${ENTRY.id}`, dialog);
      const trail = dialog.getByRole('link', { name: 'Trail from scan to bank' });
      expect(trail.elements().map((link) => link.getAttribute('href'))).toEqual(
        isShown ? [`/audit/entries/${ENTRY.id}`] : [],
      );
      await userEvent.keyboard('{Escape}');
      await page.getByRole('link', { name: 'Payouts & Commission' }).first().click();
      await expect.poll(() => location.pathname).toBe('/payouts');
    },
  );

  it('names jobs of the product, and takes auditors back to the audit', async () => {
    signIn('auditor');
    const [made] = PAYOUT.events as [PayoutHistoryAnswer['events'][number]];
    api.on(calls.payout, { ...PAYOUT, events: [{ ...made, actor: { role: 'system', person: null } }] });
    await openScreen(`/payouts/${PAYOUT.id}`);
    await see({ parts: [/ · the system · event/] });
    await page.getByRole('main').getByRole('link', { name: 'Audit', exact: true }).click();
    await expect.poll(() => location.pathname).toBe('/audit');
  });
});

import { calls } from '@perktree/contracts/catalogue/calls';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { api, NOW, openScreen, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const PAYOUT: PayoutAnswer = {
  ...{ id: '00000000-0000-4000-8000-000000000003', siteId: SITE.id, distributorId: 'user-distributor', name: 'Dana' },
  ...{ amount: '20.50', currency: 'EUR', status: 'processing', entries: 2, reference: null },
  ...{ settlement: 'by_hand', funding: null, failure: null, createdAt: NOW.toISOString() },
};
const ENTRY: LedgerEntryAnswer = {
  ...{ id: '00000000-0000-4000-8000-000000000004', redemptionId: '00000000-0000-4000-8000-000000000005' },
  ...{ qrId: '00000000-0000-4000-8000-0000deadbeef', sourceQrId: '00000000-0000-4000-8000-0000deadbeef' },
  ...{ commissionPercent: '2.50', commissionAmount: '1234.50', earnedAmount: '1234.50', currency: 'EUR' },
  ...{ state: 'pending', siteId: SITE.id, siteName: SITE.name, siteTimeZone: 'UTC', distributorId: 'user-distributor' },
  ...{ distributorName: 'Dana', createdAt: '2026-01-02T03:04:05.000Z', maturesAt: '2026-01-16T03:04:05.000Z' },
  awaitingUntil: null,
  reversesEntryId: null,
  payoutId: null,
  paidAt: null,
};
const FIGURES = {
  ...{ totalEarned: '1300.00', totalPaid: '65.50', pending: '1234.50', writtenOff: '0.00', thisMonth: '0.00' },
  currency: 'EUR' as const,
};

beforeEach(() => {
  api.answerReads('empty');
  api.on(calls.payoutStats, { ...FIGURES, timeZone: 'UTC', byCurrency: [FIGURES] });
  api.on(calls.ownPayouts, [PAYOUT], { total: 1 });
  api.on(calls.ledger, [ENTRY], { total: 1 });
});

const region = (name: string) => page.getByRole('region', { name, exact: true });
const textOf = (element: Element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ');

describe('amounts and states', () => {
  it.each([
    ['en', 'Commission Breakdown', ['QR adbeef', '2.50% commission', 'Jan 2, 2026', '€1,234.50', 'Pending']],
    ['es', 'Desglose de comisiones', ['QR adbeef', '2,50 % de comisión', '2 ene 2026', '1234,50 €', 'Pendiente']],
  ] as const)('the ledger in %s', async (language, title, texts) => {
    signIn('distributor');
    await openScreen('/payouts', { language });
    await settled();
    for (const text of texts) await expect.poll(() => textOf(region(title).element())).toContain(text);
  });

  it.each([
    ['en', ['Total Earned €1,300.00', 'Paid Out €65.50', 'Pending €1,234.50', 'This Month €0.00']],
    ['es', ['Total ganado 1300,00 €', 'Pagado 65,50 €', 'Pendiente 1234,50 €', 'Este mes 0,00 €']],
  ] as const)('the cards in %s', async (language, cards) => {
    signIn('distributor');
    await openScreen('/payouts', { language });
    await settled();
    for (const card of cards) await expect.poll(() => textOf(page.getByRole('main').element())).toContain(card);
  });

  it.each([
    ['en', 'Total Earned €1,300.00 By your distributors'],
    ['es', 'Total ganado 1300,00 € Por tus distribuidores'],
  ] as const)('an owner sees whose earnings they are (%s)', async (language, card) => {
    signIn('site_owner');
    await openScreen('/payouts', { language });
    await expect.poll(() => textOf(page.getByRole('main').element())).toContain(card);
  });

  it.each([
    [
      ...(['en', 'Payout History', '€20.50'] as const),
      ['Processing', 'Paid', 'Failed', 'Cancelled', 'Returned', 'Written off'],
    ],
    [
      ...(['es', 'Historial de pagos', '20,50 €'] as const),
      ['En proceso', 'Pagado', 'Fallido', 'Cancelado', 'Devuelto', 'Dado de baja'],
    ],
  ] as const)('a payout of each status (%s)', async (language, title, amount, words) => {
    const statuses = ['processing', 'paid', 'failed', 'cancelled', 'returned', 'written_off'] as const;
    const payouts = statuses.map((status, n) => ({ ...PAYOUT, id: PAYOUT.id.replace(/\d$/, `${n}`), status }));
    api.on(calls.ownPayouts, payouts, { total: payouts.length });
    signIn('distributor');
    await openScreen('/payouts?payouts=all', { language });
    const rows = () => region(title).getByRole('listitem').elements();
    await expect.poll(() => rows().length).toBe(payouts.length);
    for (const [n, word] of words.entries()) {
      const row = page.elementLocator(rows()[n] as Element);
      await expect.element(row.getByText(word, { exact: true })).toBeVisible();
      await expect.element(row.getByText(amount, { exact: true })).toBeVisible();
    }
  });
});

const ACTIONS = [
  ['Mark as paid', 'processing', 'Payment reference', 'Mark as paid', calls.markPayoutPaid, 'Payout marked as paid'],
  ['Cancel payout', 'processing', 'Reason', 'Cancel payout', calls.cancelPayout, 'Payout cancelled'],
  ['Mark as returned', 'paid', 'Reason', 'Mark as returned', calls.returnPayout, 'Payout marked as returned'],
] as const;

describe.each(ACTIONS)('%s', (item, status, field, submit, call, done) => {
  const menu = () => page.getByRole('button', { name: 'Actions for the payout to Dana' });
  const send = async () => {
    signIn('site_owner');
    api.on(calls.ownPayouts, [{ ...PAYOUT, status }], { total: 1 });
    await openScreen('/payouts');
    await menu().click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('textbox', { name: field }).fill('Transfer 7');
    await page.getByRole('dialog').getByRole('button', { name: submit }).click();
  };

  it('sends what was typed; the focus goes to the heading, as the row has no menu then', async () => {
    const cancelled: PayoutAnswer = { ...PAYOUT, status: 'cancelled' };
    api.on(call, () => {
      api.on(calls.ownPayouts, [cancelled], { total: 1 });
      return cancelled;
    });
    await send();
    await seeToast(done, 'Dana');
    expect(Object.values(api.sent(call)[0]?.body as object)).toEqual(['Transfer 7']);
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  });

  it('the focus goes back to the menu of a row that keeps it', async () => {
    api.on(call, { ...PAYOUT, status });
    await send();
    await seeToast(done, 'Dana');
    await expect.element(menu()).toHaveFocus();
  });

  it('says why it failed, and stays open', async () => {
    api.on(call, refusal(409, 'What the server says.'));
    await send();
    await expect.poll(() => document.querySelector('.toast-description')?.textContent).toBe('What the server says.');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.element(menu()).toHaveFocus();
  });
});

import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { brokenWords, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { dialog, fillIn, press, region, seeDisabled, seeValues } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE, settled, switchTo } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';
import { ENTRY, PAYOUT } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

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

const CARDS = {
  en: ['Total Earned €1,300.00', 'Paid Out €65.50', 'Pending €1,234.50', 'This Month €0.00'],
  es: ['Total ganado 1300,00 €', 'Pagado 65,50 €', 'Pendiente 1234,50 €', 'Este mes 0,00 €'],
};
const LEDGER = {
  en: ['QR adbeef', '2.50% commission', 'Jan 2, 2026', '€1,234.50', 'Pending'],
  es: ['QR adbeef', '2,50 % de comisión', '2 ene 2026', '1234,50 €', 'Pendiente'],
};
const STATUSES = {
  en: ['Processing', 'Paid', 'Failed', 'Cancelled', 'Returned', 'Written off'],
  es: ['En proceso', 'Pagado', 'Fallido', 'Cancelado', 'Devuelto', 'Dado de baja'],
};

const textOf = (element: Element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ');

const seeIn = async (element: () => Element, texts: readonly string[]) => {
  for (const text of texts) await expect.poll(() => textOf(element())).toContain(text);
};
const main = () => page.getByRole('main').element();

describe('amounts and states, in both languages', () => {
  it('the cards and the ledger of a distributor', async () => {
    signIn('distributor');
    await openScreen('/payouts');
    await settled();
    await inBoth(async (say, language) => {
      const title = say(['Commission Breakdown', 'Desglose de comisiones']);
      await seeIn(main, CARDS[language]);
      await seeIn(() => region(title).element(), LEDGER[language]);
    });
  });

  it('numbers of billions stay whole in the cards', async () => {
    const amounts = {
      totalEarned: '98765432109.87',
      totalPaid: '98765432000.00',
      pending: '109.87',
      thisMonth: '0.00',
    };
    const [euros, pounds] = (['EUR', 'GBP'] as const).map((currency) => ({ ...FIGURES, ...amounts, currency }));
    const owed = { earned: '98765432109.87', takenBack: '0.00', paidOut: '0.00', writtenOff: '0.00' };
    const totals = [{ ...owed, currency: 'EUR', owed: '98765432109.87', payable: '98765432000.00', inPayout: '0.00' }];
    api.on(calls.pastBalances, { asOf: NOW.toISOString(), totals } as never);
    api.on(calls.payoutStats, { ...euros, timeZone: 'UTC', byCurrency: [euros, pounds] } as never);
    signIn('distributor');
    await openScreen('/payouts');
    await settled();
    for (const viewport of [undefined, PHONE, { width: 320, height: 640 }]) {
      for (const language of ['en', 'es'] as const) {
        await switchTo({ language, viewport });
        await seeIn(main, [language === 'en' ? '€98,765,432,109.87' : '98.765.432.109,87 €']);
        expect([...overflow(), ...brokenWords()]).toEqual([]);
      }
    }
  });

  it('a balance on a date names its moment in the zone of its days', async () => {
    api.on(calls.payoutStats, { ...FIGURES, timeZone: 'Pacific/Kiritimati', byCurrency: [FIGURES] });
    api.on(calls.pastBalances, { asOf: '2026-06-30T09:59:59.999Z', totals: [] });
    signIn('distributor');
    await openScreen('/payouts?payouts=all');
    const panel = region('Balance on a date');
    await expect.element(panel).toBeInTheDocument();
    panel.element().scrollIntoView({ behavior: 'instant' });
    await panel.getByLabelText('End of day (Pacific/Kiritimati)').fill('2026-06-30');
    await expect.element(panel.getByRole('status')).toHaveTextContent(/^As of Jun 30, 2026, 11:59\sPM\./);
  });

  it('a payout of each status', async () => {
    const statuses = ['processing', 'paid', 'failed', 'cancelled', 'returned', 'written_off'] as const;
    const created = { createdAt: '2026-06-30T12:00:00.000Z', siteTimeZone: 'Pacific/Kiritimati' };
    const payouts = statuses.map((status, n) => ({
      ...PAYOUT,
      ...created,
      id: PAYOUT.id.replace(/\d$/, `${n}`),
      status,
    }));
    api.on(calls.ownPayouts, payouts, { total: payouts.length });
    signIn('distributor');
    await openScreen('/payouts?payouts=all');
    await inBoth(async (say, language) => {
      const title = say(['Payout History', 'Historial de pagos']);
      const rows = () => region(title).getByRole('listitem').elements().map(textOf);
      const row = (word: string) => expect.stringMatching(new RegExp(`${say(['€20\\.50', '20,50 €'])}.*\\b${word}\\b`));
      await expect.poll(rows).toEqual(STATUSES[language].map(row));
      // The day of the site, as on the page of the payout.
      expect(rows()[0]).toContain(say(['2 entries · Jul 1, 2026', '2 apuntes · 1 jul 2026']));
    });
  });
});

const ACTIONS = [
  ['Mark as paid', 'processing', 'Payment reference', calls.markPayoutPaid, 'Payout marked as paid'],
  ['Cancel payout', 'processing', 'Reason', calls.cancelPayout, 'Payout cancelled'],
  ['Mark as returned', 'paid', 'Reason', calls.returnPayout, 'Payout marked as returned'],
] as const;

it.each(ACTIONS)(
  '%s: a failure keeps the dialog open; the focus goes back to the menu, and to the heading without one',
  async (...action) => {
    const [item, status, label, call, done] = action;
    const menu = () => page.getByRole('button', { name: 'Actions for the payout to Dana' });
    const send = async () => {
      await menu().click();
      await page.getByRole('menuitem', { name: item }).click();
      // Nothing of an earlier turn.
      await seeValues({ [label]: '' });
      await seeDisabled(dialog().getByRole('button', { name: item, exact: true }));
      await fillIn({ [label]: 'Transfer 7' });
      await press(item);
    };
    signIn('site_owner');
    api.on(calls.ownPayouts, [{ ...PAYOUT, status }], { total: 1 });
    await openScreen('/payouts');
    api.on(call, refusal(409, 'What the server says.'));
    await send();
    await expect.poll(() => document.querySelector('.toast-description')?.textContent).toBe('What the server says.');
    await expect.element(dialog()).toBeVisible();
    await press('Cancel');
    await expect.element(menu()).toHaveFocus();

    api.on(call, { ...PAYOUT, status });
    await send();
    await seeToast(done, 'Dana');
    expect(Object.values(api.sent(call)[1]?.body as object)).toEqual(['Transfer 7']);
    await expect.element(menu()).toHaveFocus();

    // The row has no menu then.
    const cancelled: PayoutAnswer = { ...PAYOUT, status: 'cancelled' };
    api.on(call, () => {
      api.on(calls.ownPayouts, [cancelled], { total: 1 });
      return cancelled;
    });
    await send();
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  },
);

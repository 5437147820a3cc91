import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { press, region } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { ENTRY, openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

/** What a site owes its distributors, and what a distributor is owed. */
const SUMS = {
  ...{ currency: 'EUR' as const, earned: '8.00', takenBack: '0.00', paidOut: '0.00', writtenOff: '0.00' },
  ...{ owed: '8.00', payable: '4.00', inPayout: '0.00' },
};
const NEGATIVE = { ...SUMS, earned: '4.00', takenBack: '-4.00', paidOut: '4.00', owed: '-4.00', payable: '-4.00' };
const PAYABLE = { ...ENTRY, state: 'payable' as const };

beforeEach(() => {
  api.answerReads('empty');
  openShop([]);
});

it('an owner reads that the sites could not be loaded', async () => {
  signIn('site_owner');
  api.on(calls.listSites, refusal(500, 'What the server says.'));
  await openScreen('/payouts', { viewport: PHONE });
  await expect.element(region('Owed now').getByText('What the server says.')).toBeVisible();
});

it('an owner sees what a site owes each distributor, why it is not paid yet, and the entries of a part', async () => {
  signIn('site_owner');
  const dana = { distributorId: 'dana', name: 'Dana', isErased: false, ...SUMS };
  api.on(calls.siteBalances, {
    ...{ asOf: NOW.toISOString(), totals: [SUMS], minimumPayout: '20.00', currency: 'EUR', distributors: [dana] },
  });
  api.on(calls.ledger, ({ query }) => (query.show === 'payable' ? [PAYABLE] : [PAYABLE, { ...PAYABLE, id: QR.id }]), {
    total: 2,
  });
  await openScreen('/payouts', { viewport: PHONE });
  const owedNow = 'Owed now';
  const creditor = region(owedNow).getByRole('list', { name: owedNow }).getByRole('listitem');
  const reason = '€4.00 payable, €16.00 below the minimum · €4.00 on hold';
  await expect.poll(() => creditor.query()?.textContent?.replace(/\s/g, ' ')).toContain(reason);
  await region(owedNow).getByRole('link', { name: 'Show entries: Payable' }).click();
  await expect.poll(() => location.search).toMatch(/ledger-show=payable/);
  const panel = region('Commission Breakdown');
  await expect.poll(() => panel.getByRole('button', { name: /^Explain / }).elements().length).toBe(1);
  await expect.poll(() => panel.element().parentElement === document.activeElement).toBe(true);
});

it.each([
  ['in all', SUMS, ['€8.00', '€4.00', 'Payable', 'Paid with the next payout that reaches the minimum.'], ['Owed']],
  [
    ...(['what they owe', NEGATIVE] as const),
    ['You owe €4.00', 'To be deducted', '€4.00', 'Carried over and taken from the next payout.'],
    ['You owe', 'To be deducted'],
  ],
] as const)('a distributor sees what is owed to them: %s', async (_, totals, texts, inAll) => {
  signIn('distributor');
  api.on(calls.pastBalances, { asOf: NOW.toISOString(), totals: [totals] });
  await openScreen('/payouts', { viewport: PHONE });
  const [now, onDay] = [region('Your balance now'), region('Balance on a date')];
  for (const text of texts) await expect.element(now.getByText(text, { exact: true }).first()).toBeVisible();
  await expect.element(onDay).toBeInTheDocument();
  onDay.element().scrollIntoView();
  for (const text of inAll) await expect.element(onDay.getByText(text, { exact: true })).toBeVisible();
  for (const shown of [now, onDay].map((one) => one.element().textContent)) {
    if (totals === NEGATIVE) expect(shown).not.toMatch(/that reaches the minimum|Owed/);
    else expect(shown).not.toMatch(/Carried over|You owe|To be deducted/);
  }
});

it('an owner reads that distributors owe the site', async () => {
  signIn('site_owner');
  const balances = { asOf: NOW.toISOString(), minimumPayout: '20.00', currency: 'EUR' as const, distributors: [] };
  api.on(calls.siteBalances, { ...balances, totals: [NEGATIVE] });
  await openScreen('/payouts', { viewport: PHONE });
  await expect.element(region('Owed now').getByText('Distributors owe you €4.00', { exact: true })).toBeVisible();
});

it('an owner writes off what a deleted account is owed, by the amount that is shown', async () => {
  signIn('site_owner');
  const balances = { asOf: NOW.toISOString(), totals: [SUMS], minimumPayout: '20.00', currency: 'EUR' as const };
  const gone = { distributorId: 'dana', name: 'Dana', isErased: true, ...SUMS, owed: '4.00' };
  api.on(calls.siteBalances, { ...balances, distributors: [gone] });
  await openScreen('/payouts', { viewport: PHONE });
  const why = page.getByText('This account was deleted.', { exact: true });
  await expect.element(why).toBeVisible();
  await page.getByRole('button', { name: 'Write off €4.00 of Dana' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Write off €4.00?' })).toBeVisible();
  const reason = 'account_deleted' as const;
  const writtenOff = { id: QR.id, amount: '4.00', currency: 'EUR' as const, reason };
  api.on(calls.writeOffBalance, () => {
    api.on(calls.siteBalances, { ...balances, distributors: [] });
    return writtenOff;
  });
  await press('Write off');
  await seeToast('Balance Written Off', '€4.00 of Dana');
  expect(api.sent(calls.writeOffBalance).map(({ params, body }) => [params, body])).toEqual([
    [
      { siteId: SITE.id, distributorId: 'dana' },
      { currency: 'EUR', amount: '4.00', reason: 'account_deleted' },
    ],
  ]);
  await expect.element(why).not.toBeInTheDocument();
});

it('a distributor sees their own rank on each site', async () => {
  signIn('distributor');
  api.on(calls.ownStandings, [
    {
      ...{ siteId: SITE.id, siteName: SITE.name, rank: 1, distributors: 3 },
      ...{ qrs: 1, scans: 2, redemptions: 1, commission: '4.00', currency: 'EUR' },
    },
  ]);
  await openScreen('/payouts');
  const own = region('Top Distributors');
  await expect.element(own.getByRole('cell', { name: '1 of 3' })).toBeVisible();
  await expect.element(own.getByRole('rowheader', { name: SITE.name })).toBeVisible();
  await expect.element(own).toHaveTextContent('those of QR codes claimed now. Commission is all that was earned');
});

import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { dialog, fillIn, press, seeDisabled, seeNoDialog, seeValues } from '../testing/forms.ts';
import { api, DESKTOP, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

/** Dialogs that pay open without earlier input: section 4. */
const OTHER: SiteAnswer = { ...SITE, id: '00000000-0000-4000-8000-000000000011', name: 'Second Café' };
const PAYOUT: PayoutAnswer = {
  ...{ id: '00000000-0000-4000-8000-000000000003', siteId: SITE.id, distributorId: 'user-distributor', name: 'Dana' },
  ...{ amount: '20.50', currency: 'EUR', status: 'processing', entries: 2, reference: null },
  ...{ settlement: 'by_hand', funding: null, failure: null, createdAt: NOW.toISOString() },
};

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  const sites = [SITE, OTHER];
  api.on(calls.listSites, ({ query: { ids } }) => sites.filter(({ id }) => ids === undefined || ids === id), {
    total: 2,
  });
  api.on(calls.ownPayouts, [PAYOUT], { total: 1 });
});

describe('4 · Generate Payout: the newest site, whatever was chosen before', () => {
  const open = () => page.getByRole('button', { name: 'Generate Payout' }).click();
  const site = () => dialog().getByRole('combobox', { name: 'Site' });
  const pick = async () => {
    await open();
    await expect.element(site()).toHaveValue(SITE.name);
    await site().click();
    await page.getByRole('option', { name: OTHER.name }).click();
    await expect.element(site()).toHaveValue(OTHER.name);
  };

  it('cancelled', async () => {
    await openScreen('/payouts', { viewport: PHONE });
    await pick();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await press('Cancel');
    await seeNoDialog();
    await open();
    await expect.element(site()).toHaveValue(SITE.name);
  });

  it.each([
    ['en', PHONE, 'Generate Payout', '3 payouts: €1,040.60 in total', 'Pay them yourself, then mark them as paid.'],
    ['es', DESKTOP, 'Generar pago', '3 pagos: 1040,60 € en total', 'Págalos tú y después márcalos como pagados.'],
  ] as const)('number and sum are shown before (%s)', async (language, viewport, title, sum, how) => {
    const totals = [{ currency: 'EUR' as const, payouts: 3, amount: '1040.60' }];
    const preview = { totals, settlement: 'by_hand' as const, minimumPayout: '20.00', currency: 'EUR' as const };
    api.on(calls.payoutPreview, preview);
    await openScreen('/payouts', { language, viewport });
    await page.getByRole('button', { name: title }).click();
    await expect.element(dialog().getByText(sum)).toBeVisible();
    await expect.element(dialog().getByText(how)).toBeVisible();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    expect(api.sent(calls.payoutPreview).map(({ params }) => params)).toEqual([{ siteId: SITE.id }]);
    expect(api.sent(calls.generatePayouts)).toEqual([]);
  });

  it.each([
    [[], 'No payouts generated', 'No distributor has reached the minimum payout of €20.00 yet.'],
    [[PAYOUT], 'Payouts generated', '1 payout is being processed.'],
  ])('generated: %#', async (payouts, title, text) => {
    api.on(calls.generatePayouts, { payouts, minimumPayout: '20.00', currency: 'EUR' });
    await openScreen('/payouts');
    await pick();
    await press('Generate');
    await seeToast(title, text);
    await seeNoDialog();
    expect(api.sent(calls.generatePayouts).map(({ params }) => params)).toEqual([{ siteId: OTHER.id }]);
    await open();
    await expect.element(site()).toHaveValue(SITE.name);
  });
});

describe.each([
  ['Mark as paid', 'Payment reference', calls.markPayoutPaid],
  ['Cancel payout', 'Reason', calls.cancelPayout],
] as const)('4 · %s', (item, label, call) => {
  it('the field is empty again, cancelled or done', async () => {
    api.on(call, PAYOUT);
    await openScreen('/payouts', { viewport: PHONE });
    const open = async () => {
      await page.getByRole('button', { name: 'Actions for the payout to Dana' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await seeValues({ [label]: '' });
      await seeDisabled(dialog().getByRole('button', { name: item, exact: true }));
    };
    await open();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    for (const button of ['Cancel', item]) {
      await fillIn({ [label]: 'Half typed' });
      await press(button);
      await seeNoDialog();
      await open();
    }
    expect(api.sent(call)).toHaveLength(1);
  });
});

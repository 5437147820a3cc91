import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { dialog, press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { see } from '../testing/see.ts';
import { PAYOUT, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

/** Dialogs that pay open without earlier input: section 4. */
const OTHER: SiteAnswer = { ...SITE, id: '00000000-0000-4000-8000-000000000011', name: 'Second Café' };

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

  it('number and sum are shown before', async () => {
    const totals = [{ currency: 'EUR' as const, payouts: 3, amount: '1040.60' }];
    const preview = { totals, settlement: 'by_hand' as const, minimumPayout: '20.00', currency: 'EUR' as const };
    api.on(calls.payoutPreview, preview);
    await openScreen('/payouts');
    await open();
    await see({ texts: ['3 payouts: €1,040.60 in total', 'Pay them yourself, then mark them as paid.'] });
    expect(overflow()).toEqual([]);
    expect(api.params(calls.payoutPreview)).toEqual([{ siteId: SITE.id }]);
    expect(api.sent(calls.generatePayouts)).toEqual([]);
  });

  it('waits for number and sum that could not be loaded', async () => {
    api.on(calls.payoutPreview, refusal(500, 'What the server says.'));
    await openScreen('/payouts', { viewport: PHONE });
    await open();
    await see({ texts: ['What the server says.'] });
    await expect.element(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
  });

  it('generated, or nothing to generate', async () => {
    await openScreen('/payouts', { viewport: PHONE });
    await pick();
    await press('Cancel');
    await seeNoDialog();
    for (const [payouts, title, text] of [
      [[], 'No payouts generated', 'No distributor has reached the minimum payout of €20.00 yet.'],
      [[PAYOUT], 'Payouts generated', '1 payout is being processed.'],
    ] as const) {
      api.on(calls.generatePayouts, { payouts: [...payouts], minimumPayout: '20.00', currency: 'EUR' });
      await pick();
      await press('Generate');
      await seeToast(title, text);
      await seeNoDialog();
      expect(api.sent(calls.generatePayouts).at(-1)?.params).toEqual({ siteId: OTHER.id });
    }
    expect(api.sent(calls.generatePayouts)).toHaveLength(2);
  });
});

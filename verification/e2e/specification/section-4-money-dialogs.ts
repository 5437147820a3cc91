import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Person } from '../support/person.ts';
import { SITE_NAME, tokenOf } from '../support/shop.ts';
import { stub, unstubAll } from '../support/stub.ts';
import { useVisits } from '../support/visits.ts';

/** Dialogs that pay, reverse and delete open without earlier input. */
const visits = useVisits();
const OTHER_SITE = 'Second Café';
let page: Page;
beforeAll(async () => {
  const { owner, staff, customer, root } = visits.shop;
  await owner.post('/api/sites', { name: OTHER_SITE, currency: 'EUR' });
  const scan = await customer.post<{ redemptionCode: string }>('/api/scan', { token: tokenOf(root.customerUrl) });
  await staff.post('/api/staff/redeem', { redemptionCode: scan.redemptionCode, saleAmount: '100.00' });
  page = await visits.page('owner');
});

const cancelled = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};
const submitted = async (dialog: Locator, button: string) => {
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

describe('4 · Generate Payout: the newest site, whatever was chosen before', () => {
  const open = async () => {
    await page.getByRole('button', { name: 'Generate Payout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate Payout' });
    await dialog.getByRole('combobox', { name: 'Site' }).waitFor();
    return dialog;
  };
  const site = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Site' });
  beforeAll(async () => {
    await stub(page, {
      method: 'POST',
      path: '/sites/*/payouts',
      body: { payouts: [], minimumPayout: '20.00', currency: 'EUR' },
    });
    await page.goto('/payouts');
  });
  afterAll(() => unstubAll(page));
  it.each([
    ['cancelled', cancelled],
    ['generated', (dialog: Locator) => submitted(dialog, 'Generate')],
  ] as const)('%s', async (_, close) => {
    const dialog = await open();
    // It is empty until the sites are there.
    await expect.poll(() => site(dialog).inputValue()).not.toBe('');
    const first = await site(dialog).inputValue();
    const other = [SITE_NAME, OTHER_SITE].find((name) => name !== first) as string;
    await site(dialog).click();
    await page.getByRole('option', { name: other }).click();
    await expect.poll(() => site(dialog).inputValue()).toBe(other);
    await close(dialog);
    const again = await open();
    await expect.poll(() => site(again).inputValue()).toBe(first);
    await cancelled(again);
  });
});

describe.each([
  ['Mark as paid', 'Payment reference', 'mark-paid'],
  ['Cancel payout', 'Reason', 'cancel'],
] as const)('4 · %s: the field is empty again', (item, field, path) => {
  const payout = {
    ...{ id: '00000000-0000-4000-8000-000000000001', siteId: '00000000-0000-4000-8000-000000000002' },
    ...{ distributorId: 'someone', name: 'Dana Distributor', amount: '20.00', currency: 'EUR', entries: 2 },
    ...{ status: 'processing', reference: null, createdAt: '2026-01-02T03:04:05.000Z' },
    ...{ settlement: 'by_hand', funding: null, failure: null },
  };
  const open = async () => {
    await page.getByRole('button', { name: 'Actions for the payout to Dana Distributor' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    return page.getByRole('dialog', { name: item });
  };
  beforeAll(async () => {
    await stub(page, { method: 'GET', path: '/distributors/me/payouts', body: [payout] });
    await stub(page, { method: 'POST', path: `/payouts/*/${path}`, body: payout });
    await page.goto('/payouts');
  });
  afterAll(() => unstubAll(page));
  it.each([
    ['cancelled', cancelled],
    ['done', (dialog: Locator) => submitted(dialog, item)],
  ] as const)('%s', async (_, close) => {
    const dialog = await open();
    await expect.poll(() => dialog.getByRole('button', { name: item }).isDisabled()).toBe(true);
    await dialog.getByLabel(field).fill('Half typed');
    await close(dialog);
    const again = await open();
    await expect.poll(() => again.getByLabel(field).inputValue()).toBe('');
    await cancelled(again);
  });
});

describe('4 · Reverse redemption: the whole amount, no reason, the slot free again', () => {
  const open = async () => {
    await page.getByRole('button', { name: /^Reverse / }).click();
    return page.getByRole('dialog', { name: 'Reverse redemption' });
  };
  const fillIn = async (dialog: Locator) => {
    await dialog.getByRole('checkbox', { name: "Don't count this redemption towards limits" }).uncheck();
    await dialog.getByRole('radio', { name: 'Part of it' }).check();
    await dialog.getByLabel('Amount (€)').fill('10.00');
    await dialog.getByLabel('Reason').fill('Half typed');
  };
  beforeAll(() => page.goto(`/sites/${visits.shop.siteId}/redemptions`));
  it.each([
    ['cancelled', cancelled],
    [
      'reversed in part',
      async (dialog: Locator) => {
        await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
        const answer = page.getByRole('dialog', { name: 'Redemption reversed' });
        await answer.getByRole('button', { name: 'Close' }).click();
        await answer.waitFor({ state: 'detached' });
      },
    ],
  ] as const)('%s', async (_, close) => {
    const dialog = await open();
    await fillIn(dialog);
    await close(dialog);
    const again = await open();
    await expect.poll(() => again.getByRole('radio').first().isChecked()).toBe(true);
    await expect.poll(() => again.getByRole('checkbox').isChecked()).toBe(true);
    await expect.poll(() => again.getByLabel('Reason').inputValue()).toBe('');
    await again.getByRole('radio', { name: 'Part of it' }).check();
    await expect.poll(() => again.getByLabel('Amount (€)').inputValue()).toBe('');
    await cancelled(again);
  });
});

describe('4 · Delete account', () => {
  it('no password and nothing agreed to, however far it had been filled in', async () => {
    const own = await visits.open(await Person.register(visits.url, 'Leaving', 'customer'));
    await own.goto('/account');
    const open = async () => {
      await own.getByRole('button', { name: 'Delete account', exact: true }).click();
      return own.getByRole('dialog', { name: 'Delete account' });
    };
    const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Permanently delete account' });
    const dialog = await open();
    await dialog.getByLabel('Password').fill('half typed');
    await dialog.getByRole('checkbox').check();
    await expect.poll(() => submit(dialog).isEnabled()).toBe(true);
    await cancelled(dialog);
    const again = await open();
    await expect.poll(() => again.getByLabel('Password').inputValue()).toBe('');
    await expect.poll(() => again.getByRole('checkbox').isChecked()).toBe(false);
    await expect.poll(() => submit(again).isDisabled()).toBe(true);
    await own.close();
  });
});

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DECIMAL, expectLimits, type LimitRow, type Limits, labelled, WHOLE } from '../support/control-limits.ts';
import { cancelDialog, openQrDialog, pickQrItem } from '../support/screens.ts';
import { NAMES } from '../support/shop.ts';
import { stub, unstubAll } from '../support/stub.ts';
import { useVisits } from '../support/visits.ts';

/** Rules of the forms of QRs: limits of their controls, what they send, names of downloads. */
const visits = useVisits();
let page: Page;
const home = () => `/qr-management?site=${visits.shop.siteId}`;

/** A root whose only child has its whole commission, and a root with less commission than the default split. */
const SPENT = { root: 'Spent', child: 'Heir' };
const SMALL = 'Small';
beforeAll(async () => {
  const { owner, siteId } = visits.shop;
  const make = (name: string, commissionPercent: string) =>
    owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, {
      ...{ name, type: 'TEXT_REWARD', textReward: 'A coffee', commissionPercent },
    });
  const spent = await make(SPENT.root, '1.00');
  await owner.post(`/api/sites/${siteId}/qrs/${spent.id}/split`, {
    splits: [{ name: SPENT.child, commissionPercent: '1.00' }],
  });
  await make(SMALL, '0.50');
  page = await visits.page('owner');
});

const slider = (form: Locator) => form.getByRole('slider', { name: 'Commission percentage' });
const commission = (form: Locator) => form.getByLabel('Commission (%)');
const childSlider = (max: string): Limits => ({ min: '0.1', max, step: '0.1' });
const chooseType = async (form: Locator, type: string) => {
  await form.getByRole('combobox', { name: 'Benefit type' }).click();
  await form.page().getByRole('option', { name: type }).click();
};

const PLACES: readonly (readonly [place: string, open: () => Promise<Locator>, rows: readonly LimitRow[]])[] = [
  [
    'Split',
    () => openQrDialog(page, NAMES.child, 'Split'),
    [
      ['Split slider: min 0.1, max the available amount, step 0.1', slider, childSlider('2')],
      ['External URL must be a URL', labelled('External URL'), { type: 'url' }],
    ],
  ],
  [
    'Split of a QR with less than 1% left',
    () => openQrDialog(page, SMALL, 'Split'),
    [['Split slider: max the available amount', slider, childSlider('0.5')]],
  ],
  [
    'Split of a QR with nothing left',
    () => openQrDialog(page, SPENT.root, 'Split'),
    [['Split slider: max at least 0.1', slider, childSlider('0.1')]],
  ],
  [
    'Sibling of a child',
    () => openQrDialog(page, NAMES.child, 'Sibling'),
    [['sibling child sliders likewise', slider, childSlider('6')]],
  ],
  [
    'Edit of a child',
    () => openQrDialog(page, NAMES.child, 'Edit'),
    [['edit child sliders likewise: available plus its own', slider, childSlider('10')]],
  ],
  [
    'Sibling of a root',
    () => openQrDialog(page, NAMES.free, 'Sibling'),
    [
      ['Root commission in dialogs: number input 0 to 100, step 0.01', commission, DECIMAL],
      ['Discount percent: 0 to 100, step 0.01', labelled('Discount percent'), DECIMAL],
      ['Max redemptions: integer, min 1', labelled('Max redemptions'), WHOLE],
    ],
  ],
  [
    'Edit of a root',
    () => openQrDialog(page, NAMES.free, 'Edit'),
    [['Root commission in dialogs: number input 0 to 100, step 0.01', commission, DECIMAL]],
  ],
  [
    'Create form',
    async () => {
      await page.goto(home());
      await page.getByRole('slider').waitFor();
      const form = page.locator('form');
      await chooseType(form, 'Fixed amount discount');
      return form;
    },
    [
      ['Create form: slider 0.5 to 100, step 0.5', slider, { min: '0.5', max: '100', step: '0.5' }],
      ['Create form: default 10.00', commission, { value: '10.00' }],
      ['Fixed amount: min 0, step 0.01', labelled('Discount amount'), DECIMAL],
      ['External URL must be a URL', labelled('External URL'), { type: 'url' }],
    ],
  ],
];

describe.each(PLACES)('5 · %s', (_, open, rows) => {
  let form: Locator;
  beforeAll(async () => {
    if (!page.url().endsWith(home()) || (await page.getByRole('dialog').count())) await page.goto(home());
    form = await open();
  });
  it.each(rows)('%s', (_row, control, limits) => expectLimits(control(form), limits));
});

describe('5 · Numbers are checked as they are typed', () => {
  let form: Locator;
  beforeAll(async () => {
    await page.goto(home());
    form = await openQrDialog(page, NAMES.free, 'Sibling');
  });
  afterAll(() => cancelDialog(page));
  it.each([
    ['Root commission 0 to 100', 'Commission (%)', '100.01', 'Enter 100 or less.'],
    ['Root commission 0 to 100', 'Commission (%)', '-1', 'Enter 0 or more.'],
    ['Root commission step 0.01', 'Commission (%)', '1.005', 'Use at most 2 decimal places.'],
    ['Discount percent: 0 to 100', 'Discount percent', '101', 'Enter 100 or less.'],
    ['Discount percent: 0 to 100', 'Discount percent', '-1', 'Enter 0 or more.'],
    ['Discount percent: step 0.01', 'Discount percent', '1.005', 'Use at most 2 decimal places.'],
    ['Max redemptions: min 1', 'Max redemptions', '0', 'Enter 1 or more.'],
    ['Max redemptions: integer', 'Max redemptions', '1.5', 'Enter a whole number.'],
    ['Max redemptions: a number', 'Max redemptions', '5o', 'Enter a number such as 1,000.'],
  ])('%s: %s %s', async (_, label, typed, said) => {
    const field = form.getByLabel(label);
    const before = await field.inputValue();
    await field.fill(typed);
    await field.blur();
    await form.getByText(said, { exact: true }).waitFor();
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([typed, 'true']);
    await field.fill(before);
    await form.getByText(said, { exact: true }).waitFor({ state: 'detached' });
  });
});

describe('5 · Split and sibling submit are disabled', () => {
  it.each([
    ['split', SPENT.root, 'Split', 'Create Split'],
    ['sibling', SPENT.child, 'Sibling', 'Create Sibling'],
  ] as const)('when available commission is 0 or less: %s', async (_, name, button, submit) => {
    await page.goto(home());
    const dialog = await openQrDialog(page, name, button);
    await expect.poll(() => dialog.getByRole('button', { name: submit }).isDisabled()).toBe(true);
    await dialog.getByText('No commission left to share.').waitFor();
  });

  it.each([
    ['split', 'Split', 'Create Split', '/split'],
    ['sibling', 'Sibling', 'Create Sibling', '/qrs'],
  ] as const)('while pending: %s', async (_, button, submit, path) => {
    await page.goto(home());
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await held;
      return route.abort();
    });
    const dialog = await openQrDialog(page, NAMES.child, button);
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('New');
    const sent = page.waitForRequest(`**${path}`);
    await dialog.getByRole('button', { name: submit }).click();
    await sent;
    await expect.poll(() => dialog.getByRole('button', { name: submit }).isDisabled()).toBe(true);
    answer();
    await expect.poll(() => dialog.getByRole('button', { name: submit }).isDisabled()).toBe(false);
    await unstubAll(page);
  });
});

describe('5 · Only the field matching the chosen benefit type is sent', () => {
  const FIELDS = ['discountPercent', 'discountFixedAmount', 'textReward'];
  let form: Locator;
  beforeAll(async () => {
    await page.goto(home());
    form = page.locator('form');
    await stub(page, { method: 'POST', path: '/qrs', status: 500 });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('New');
    await form.getByLabel('Discount percent').fill('20');
    await chooseType(form, 'Fixed amount discount');
    await form.getByLabel('Discount amount').fill('5');
    await chooseType(form, 'Text reward');
    await form.getByRole('textbox', { name: 'Text reward' }).fill('A coffee');
  });
  afterAll(() => unstubAll(page));

  it.each([
    ['TEXT_REWARD', 'Text reward', { textReward: 'A coffee' }],
    ['DISCOUNT_FIXED', 'Fixed amount discount', { discountFixedAmount: 5 }],
    ['DISCOUNT_PERCENT', 'Percentage discount', { discountPercent: 20 }],
  ])('%s', async (type, label, benefit) => {
    await chooseType(form, label);
    // The answer, because a stub that is removed before it lets the request through.
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await form.getByRole('button', { name: 'Create QR Code' }).click();
    const body = (await answered).request().postDataJSON();
    expect(body).toMatchObject({ type, ...benefit });
    expect(FIELDS.filter((field) => field in body)).toEqual(Object.keys(benefit));
  });
});

describe('5 · External URL must be a URL', () => {
  it.each([
    ['create', 'Create QR Code', async () => page.locator('form')],
    ['split', 'Create Split', () => openQrDialog(page, NAMES.free, 'Split')],
    ['sibling', 'Create Sibling', () => openQrDialog(page, NAMES.free, 'Sibling')],
    ['edit', 'Save Changes', () => openQrDialog(page, NAMES.free, 'Edit')],
  ] as const)('%s', async (what, submit, open) => {
    if (what === 'create') await page.goto(home());
    const form = await open();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('New');
    await form.getByLabel('External URL').fill('no address');
    const percent = form.getByLabel('Discount percent');
    if (await percent.count()) await percent.fill('5');
    await form.getByRole('button', { name: submit }).click();
    await form.getByText('Enter a link that starts with http:// or https://.').waitFor();
    await expect.poll(() => form.getByLabel('External URL').inputValue()).toBe('no address');
    if (what !== 'create') await cancelDialog(page);
  });
});

describe('5 · Download file name', () => {
  it('QR- plus the name with non-alphanumerics replaced by hyphens, plus .png', async () => {
    await page.goto(home());
    const download = page.waitForEvent('download');
    await pickQrItem(page, NAMES.root, 'Download QR');
    expect((await download).suggestedFilename()).toBe('QR-Summer-20--.png');
  });

  it.each([
    ['Customer Link', 'QR-Summer-20---customer.png'],
    ['Distributor Link', 'QR-Summer-20---distributor.png'],
  ])('from the display dialog, %s', async (tab, name) => {
    await page.goto(home());
    await pickQrItem(page, NAMES.root, 'Show QR Code');
    await page.getByRole('tab', { name: tab }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe(name);
  });
});
